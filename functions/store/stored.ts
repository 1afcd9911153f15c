import type { Result } from '../../core/base/result';
import {
  decodeDeletion,
  decodeLeaving,
  decodePreferences,
  decodeRecoveryCodes,
  decodeSeenTerms,
  decodeSessions,
  decodeVerifyToken,
  encodeDeletion,
  encodeLeaving,
  encodePreferences,
  encodeRecoveryCodes,
  encodeSeenTerms,
  encodeSessions,
  encodeVerifyToken,
} from '../../core/account/account-document';
import { decodeCard, encodeCard, type CachedProfile } from '../../core/profile-documents/card-document';
import {
  decodeChannels,
  decodeDelivery,
  decodePace,
  encodeChannels,
  encodeDelivery,
  encodePace,
} from '../../core/outbox-documents/channels-document';
import { paths } from '../../core/documents/documents';
import { decodeEvent, decodeMail, encodeEvent, encodeMail } from '../../core/outbox-documents/event-document';
import { decodeExport, encodeExport } from '../../core/account/export-document';
import {
  decodeRollUp,
  decodeViewBatch,
  encodeRollUp,
  encodeViewBatch,
} from '../../core/insights/insight-document';
import {
  decodeHeartbeat,
  decodeJob,
  encodeHeartbeat,
  encodeJob,
  type JobId,
} from '../../core/jobs/job-document';
import {
  decodeConsent,
  decodeMonthly,
  decodeMonthlyLogEntry,
  decodeMonthlySetup,
  encodeConsent,
  encodeMonthly,
  encodeMonthlyLogEntry,
  encodeMonthlySetup,
} from '../../core/money-documents/monthly-document';
import {
  decodeOverlayAlert,
  decodeOverlayPage,
  decodeOwnOverlay,
  encodeOverlayAlert,
  encodeOverlayPage,
  encodeOwnOverlay,
} from '../../core/overlay/overlay-document';
import {
  decodeDraft,
  decodeHandleClaim,
  decodeLinksHealth,
  decodeProfile,
  encodeDraft,
  encodeHandleClaim,
  encodeLinksHealth,
  encodeProfile,
} from '../../core/profile-documents/profile-document';
import {
  decodeAppeal,
  decodeAudit,
  decodeReport,
  decodeStanding,
  encodeAppeal,
  encodeAudit,
  encodeReport,
  encodeStanding,
} from '../../core/moderation/report-document';
import type { StoredData } from '../../core/documents/stored-document';
import {
  decodeConnecting,
  decodeKnownMethods,
  decodeLedger,
  decodeLedgerEntry,
  decodePayments,
  decodeStripeAccount,
  decodeStripeEvent,
  decodeStripePayment,
  decodeWalletSites,
  encodeConnecting,
  encodeKnownMethods,
  encodeLedger,
  encodeLedgerEntry,
  encodePayments,
  encodeStripeAccount,
  encodeStripeEvent,
  encodeStripePayment,
  encodeWalletSites,
} from '../../core/money-documents/stripe-account-document';
import {
  decodeRefundRequest,
  decodeTip,
  decodeTipAddress,
  decodeTipLogEntry,
  decodeTipWatch,
  encodeRefundRequest,
  encodeTip,
  encodeTipAddress,
  encodeTipLogEntry,
  encodeTipWatch,
} from '../../core/money-documents/tip-document';
import { decodeCounted, encodeCounted } from '../../core/insights/insight-document';
import {
  decodeFees,
  decodeFeesRead,
  encodeFees,
  encodeFeesRead,
} from '../../core/money-documents/stripe-account-document';
import {
  decodeSupporter,
  decodeWall,
  encodeSupporter,
  encodeWall,
  type StoredWall,
} from '../../core/wall/wall-document';
import type { Store, Stored } from './store';

/**
 * Binds a path to a document type. An unreadable document is a bug or comes from a newer release: decoding throws with the path and the fields, never
 * their content, and nothing overwrites the document.
 */
export function document<T>(
  path: string,
  decode: (data: unknown) => Result<T>,
  encode: (value: T) => StoredData,
): Stored<T> {
  return { path, encode, decode: (data) => readable(path, decode(data)) };
}

/** For `store.find`, where the path is not known in advance. */
export function readable<T>(path: string, decoded: Result<T>): T {
  if (decoded.ok) return decoded.value;
  throw new Error(`${path} cannot be read: ${Object.keys(decoded.problem.fields ?? {}).join(', ')}`);
}

/** The documents that functions read and write, by path. */
export const stored = {
  draft: (uid: string) => document(paths.draft(uid), decodeDraft, encodeDraft),
  preferences: (uid: string) => document(paths.account(uid), decodePreferences, encodePreferences),
  handle: (handle: string) => document(paths.handle(handle), decodeHandleClaim, encodeHandleClaim),
  profile: (uid: string) => document(paths.profile(uid), decodeProfile, encodeProfile),
  payments: (uid: string) => document(paths.payments(uid), decodePayments, encodePayments),
  connecting: (uid: string) => document(paths.connecting(uid), decodeConnecting, encodeConnecting),
  feesRead: (uid: string) => document(paths.feesRead(uid), decodeFeesRead, encodeFeesRead),
  fees: (uid: string, id: string) => document(paths.fees(uid, id), decodeFees, encodeFees),
  seenTerms: (uid: string) => document(paths.seenTerms(uid), decodeSeenTerms, encodeSeenTerms),
  export: (uid: string) => document(paths.export(uid), decodeExport, encodeExport),
  leaving: (uid: string) => document(paths.leaving(uid), decodeLeaving, encodeLeaving),
  knownMethods: (uid: string) => document(paths.knownMethods(uid), decodeKnownMethods, encodeKnownMethods),
  sessions: (uid: string) => document(paths.sessions(uid), decodeSessions, encodeSessions),
  recoveryCodes: (uid: string) =>
    document(paths.recoveryCodes(uid), decodeRecoveryCodes, encodeRecoveryCodes),
  channels: (uid: string) => document(paths.channels(uid), decodeChannels, encodeChannels),
  event: (uid: string, eventId: string) => document(paths.event(uid, eventId), decodeEvent, encodeEvent),
  delivery: (uid: string, deliveryId: string) =>
    document(paths.delivery(uid, deliveryId), decodeDelivery, encodeDelivery),
  ownOverlay: (uid: string) => document(paths.ownOverlay(uid), decodeOwnOverlay, encodeOwnOverlay),
  overlay: (key: string) => document(paths.overlay(key), decodeOverlayPage, encodeOverlayPage),
  overlayAlert: (key: string, id: string) =>
    document(paths.overlayAlert(key, id), decodeOverlayAlert, encodeOverlayAlert),
  pace: (uid: string) => document(paths.pace(uid), decodePace, encodePace),
  tipWatch: (tipId: string) => document(paths.tipWatch(tipId), decodeTipWatch, encodeTipWatch),
  walletSites: (uid: string) => document(paths.walletSites(uid), decodeWalletSites, encodeWalletSites),
  linkHealth: (uid: string) => document(paths.linkHealth(uid), decodeLinksHealth, encodeLinksHealth),
  stripeAccount: (accountId: string) =>
    document(paths.stripeAccount(accountId), decodeStripeAccount, encodeStripeAccount),
  stripeEvent: (eventId: string) =>
    document(paths.stripeEvent(eventId), decodeStripeEvent, encodeStripeEvent),
  stripePayment: (paymentIntentId: string) =>
    document(paths.stripePayment(paymentIntentId), decodeStripePayment, encodeStripePayment),
  consent: (monthlyId: string) => document(paths.consent(monthlyId), decodeConsent, encodeConsent),
  tip: (uid: string, tipId: string) => document(paths.tip(uid, tipId), decodeTip, encodeTip),
  monthly: (uid: string, monthlyId: string) =>
    document(paths.monthly(uid, monthlyId), decodeMonthly, encodeMonthly),
  monthlySetup: (uid: string) => document(paths.monthlySetup(uid), decodeMonthlySetup, encodeMonthlySetup),
  monthlyLog: (uid: string, monthlyId: string, entryId: string) =>
    document(paths.monthlyLog(uid, monthlyId, entryId), decodeMonthlyLogEntry, encodeMonthlyLogEntry),
  supporter: (uid: string, tipId: string) =>
    document(paths.supporter(uid, tipId), decodeSupporter, encodeSupporter),
  refund: (uid: string, tipId: string, requestId: string) =>
    document(paths.refund(uid, tipId, requestId), decodeRefundRequest, encodeRefundRequest),
  verifyToken: (hash: string) => document(paths.verifyToken(hash), decodeVerifyToken, encodeVerifyToken),
  tipAddress: (tipId: string) => document(paths.tipAddress(tipId), decodeTipAddress, encodeTipAddress),
  viewBatch: (batchId: string) => document(paths.viewBatch(batchId), decodeViewBatch, encodeViewBatch),
  rollUp: () => document(paths.rollUp(), decodeRollUp, encodeRollUp),
  counted: () => document(paths.counted(), decodeCounted, encodeCounted),
  heartbeat: (name: string) => document(paths.heartbeat(name), decodeHeartbeat, encodeHeartbeat),
  job: (id: JobId) => document(paths.job(id), decodeJob, encodeJob),
  /** A cache entry of another release, which this one cannot read, counts as empty: it is made anew. */
  card: (handle: string): Stored<CachedProfile | null> => ({
    path: paths.card(handle),
    decode: (data) => {
      const card = decodeCard(data);
      return card.ok ? card.value : null;
    },
    encode: (card) => (card === null ? {} : encodeCard(card)),
  }),
  wall: (uid: string): Stored<StoredWall | null> => ({
    path: paths.wall(uid),
    decode: decodeWall,
    encode: (wall) => (wall === null ? {} : encodeWall(wall)),
  }),
  standing: (uid: string) => document(paths.standing(uid), decodeStanding, encodeStanding),
  audit: (entryId: string) => document(paths.audit(entryId), decodeAudit, encodeAudit),
  report: (reportId: string) => document(paths.report(reportId), decodeReport, encodeReport),
  appeal: (appealId: string) => document(paths.appeal(appealId), decodeAppeal, encodeAppeal),
  mail: (mailId: string) => document(paths.mail(mailId), decodeMail, encodeMail),
  deletion: (uid: string) => document(paths.deletion(uid), decodeDeletion, encodeDeletion),
  ledger: (uid: string) => document(paths.ledger(uid), decodeLedger, encodeLedger),
  ledgerEntry: (uid: string, tipId: string) =>
    document(paths.ledgerEntry(uid, tipId), decodeLedgerEntry, encodeLedgerEntry),
  tipLog: (uid: string, tipId: string, entryId: string) =>
    document(paths.tipLog(uid, tipId, entryId), decodeTipLogEntry, encodeTipLogEntry),
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
