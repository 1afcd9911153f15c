import type { Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import type { DocumentType } from '../../core/documents/stored-document';
import {
  deletionDocument,
  leavingDocument,
  preferencesDocument,
  recoveryCodesDocument,
  seenTermsDocument,
  sessionsDocument,
  verifyTokenDocument,
} from '../../core/account/account-document';
import { exportDocument } from '../../core/account/export-document';
import { countedDocument, rollUpDocument, viewBatchDocument } from '../../core/insights/insight-document';
import { heartbeatDocument, jobDocument, type JobId } from '../../core/jobs/job-document';
import {
  appealDocument,
  auditDocument,
  reportDocument,
  standingDocument,
} from '../../core/moderation/report-document';
import {
  consentDocument,
  monthlyDocument,
  monthlyLogEntryDocument,
  monthlySetupDocument,
} from '../../core/money-documents/monthly-document';
import {
  connectingDocument,
  feesDocument,
  feesReadDocument,
  knownMethodsDocument,
  ledgerDocument,
  ledgerEntryDocument,
  paymentsDocument,
  stripeAccountDocument,
  stripeEventDocument,
  stripePaymentDocument,
  walletSitesDocument,
} from '../../core/money-documents/stripe-account-document';
import {
  refundRequestDocument,
  tipAddressDocument,
  tipDocument,
  tipLogEntryDocument,
  tipWatchDocument,
  totalsShardDocument,
} from '../../core/money-documents/tip-document';
import {
  channelsDocument,
  deliveryDocument,
  paceDocument,
} from '../../core/outbox-documents/channels-document';
import { eventDocument, mailDocument } from '../../core/outbox-documents/event-document';
import {
  overlayAlertDocument,
  overlayPageDocument,
  ownOverlayDocument,
} from '../../core/overlay/overlay-document';
import { cardDocument } from '../../core/profile-documents/card-document';
import {
  draftDocument,
  handleClaimDocument,
  linksHealthDocument,
  profileDocument,
} from '../../core/profile-documents/profile-document';
import { supporterDocument, wallDocument } from '../../core/wall/wall-document';
import type { Store, Stored } from './store';

/**
 * A document of a type. An unreadable one is a bug or comes from a newer release: decoding throws with the path and the fields, never their content, and
 * nothing overwrites the document.
 */
export const document = <T>(path: string, { decode, encode }: DocumentType<T>): Stored<T> => ({
  path,
  encode,
  decode: (data) => readable(path, decode(data)),
});

const at =
  <P extends readonly unknown[], T>(pathOf: (...parts: P) => string, type: DocumentType<T>) =>
  (...parts: P): Stored<T> =>
    document(pathOf(...parts), type);

/** As `at`, but one that another release wrote and this one cannot read counts as empty: it is made anew. */
const remade =
  <P extends readonly unknown[], T>(pathOf: (...parts: P) => string, { decode, encode }: DocumentType<T>) =>
  (...parts: P): Stored<T | null> => ({
    path: pathOf(...parts),
    encode: (value) => (value === null ? {} : encode(value)),
    decode(data) {
      const read = decode(data);
      return read.ok ? read.value : null;
    },
  });

/** For `store.find`, where the path is not known in advance. */
export function readable<T>(path: string, decoded: Result<T>): T {
  if (decoded.ok) return decoded.value;
  throw new Error(`${path} cannot be read: ${Object.keys(decoded.problem.fields ?? {}).join(', ')}`);
}

/** The documents that functions read and write, each with its path and its type: the one list in which a new document is added. */
export const stored = {
  draft: at(paths.draft, draftDocument),
  preferences: at(paths.account, preferencesDocument),
  handle: at(paths.handle, handleClaimDocument),
  profile: at(paths.profile, profileDocument),
  payments: at(paths.payments, paymentsDocument),
  connecting: at(paths.connecting, connectingDocument),
  feesRead: at(paths.feesRead, feesReadDocument),
  fees: at(paths.fees, feesDocument),
  seenTerms: at(paths.seenTerms, seenTermsDocument),
  export: at(paths.export, exportDocument),
  leaving: at(paths.leaving, leavingDocument),
  knownMethods: at(paths.knownMethods, knownMethodsDocument),
  sessions: at(paths.sessions, sessionsDocument),
  recoveryCodes: at(paths.recoveryCodes, recoveryCodesDocument),
  channels: at(paths.channels, channelsDocument),
  event: at(paths.event, eventDocument),
  delivery: at(paths.delivery, deliveryDocument),
  ownOverlay: at(paths.ownOverlay, ownOverlayDocument),
  overlay: at(paths.overlay, overlayPageDocument),
  overlayAlert: at(paths.overlayAlert, overlayAlertDocument),
  pace: at(paths.pace, paceDocument),
  tipWatch: at(paths.tipWatch, tipWatchDocument),
  walletSites: at(paths.walletSites, walletSitesDocument),
  linkHealth: at(paths.linkHealth, linksHealthDocument),
  stripeAccount: at(paths.stripeAccount, stripeAccountDocument),
  stripeEvent: at(paths.stripeEvent, stripeEventDocument),
  stripePayment: at(paths.stripePayment, stripePaymentDocument),
  consent: at(paths.consent, consentDocument),
  total: at(paths.total, totalsShardDocument),
  tip: at(paths.tip, tipDocument),
  monthly: at(paths.monthly, monthlyDocument),
  monthlySetup: at(paths.monthlySetup, monthlySetupDocument),
  monthlyLog: at(paths.monthlyLog, monthlyLogEntryDocument),
  supporter: at(paths.supporter, supporterDocument),
  refund: at(paths.refund, refundRequestDocument),
  verifyToken: at(paths.verifyToken, verifyTokenDocument),
  tipAddress: at(paths.tipAddress, tipAddressDocument),
  viewBatch: at(paths.viewBatch, viewBatchDocument),
  rollUp: at(paths.rollUp, rollUpDocument),
  counted: at(paths.counted, countedDocument),
  heartbeat: at(paths.heartbeat, heartbeatDocument),
  job: at((id: JobId) => paths.job(id), jobDocument),
  card: remade(paths.card, cardDocument),
  wall: remade(paths.wall, wallDocument),
  standing: at(paths.standing, standingDocument),
  audit: at(paths.audit, auditDocument),
  report: at(paths.report, reportDocument),
  appeal: at(paths.appeal, appealDocument),
  mail: at(paths.mail, mailDocument),
  deletion: at(paths.deletion, deletionDocument),
  ledger: at(paths.ledger, ledgerDocument),
  ledgerEntry: at(paths.ledgerEntry, ledgerEntryDocument),
  tipLog: at(paths.tipLog, tipLogEntryDocument),
} as const;

const pageSize = 200;

/** Every document of a collection, page by page. */
export async function* allDocuments<T>(
  store: Pick<Store, 'find'>,
  from: string,
  decode: (data: unknown) => Result<T>,
): AsyncGenerator<{ readonly path: string; readonly value: T }> {
  let after: string | null = null;
  for (;;) {
    const page: readonly { readonly path: string; readonly value: Result<T> }[] = await store.find(
      { from, limit: pageSize, after },
      decode,
    );
    for (const { path, value } of page) yield { path, value: readable(path, value) };
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return;
  }
}
