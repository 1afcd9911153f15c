import * as v from 'valibot';
import { reportForm, type ReportForm } from '../../core/api/moderation-api';
import { mailboxOf } from '../../core/base/addresses';
import type { ShippedLanguage } from '../../core/base/language-tags';
import { parseWith } from '../../core/base/parse';
import { ok, type Result } from '../../core/base/result';
import { yearOf } from '../../core/documents/year-counts-document';
import { paths } from '../../core/documents/documents';
import { lookupHandle } from '../../core/profile/draft';
import { isUrgent, type Report, type ReportKind } from '../../core/report/report';
import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import { fingerprint } from '../http/signed-token';
import type { Caller } from '../limits/caller';
import { letter, type Letter } from '../mail/post-mail';
import { stored } from '../store/stored';
import { admitReport } from './admit-report';
import { hostMails, reportMails } from './report-mails';
import { reportLink, reportNumber } from './report-link';

/** The fields of the form, as typed. Missing ones are empty. */
export const reportFields = [
  'u',
  'requestId',
  'kind',
  'address',
  'ground',
  'why',
  'name',
  'email',
  'goodFaith',
  'challenge',
] as const;
export type TypedReport = Readonly<Record<(typeof reportFields)[number], string>>;

/** The handle of the reported profile: the handle in the page's address, else the handle of the card that had the link. */
export function reportedHandle({ publicOrigin }: AppConfig, address: string, from: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const own = url?.origin === publicOrigin ? /^\/@([^/]+)/.exec(url.pathname)?.[1] : undefined;
  const read = v.safeParse(lookupHandle, own ?? from);
  return read.success ? read.output : null;
}

/** The owner of a handle. A retired one has an owner too. */
export async function subjectOf(
  { store }: Pick<Deps, 'store'>,
  handle: string | null,
): Promise<Report['subject']> {
  const claim = handle === null ? undefined : await store.read(stored.handle(handle));
  return claim === undefined ? null : { uid: claim.uid, handle: claim.handle };
}

export interface NewReport {
  readonly id: string;
  readonly kind: ReportKind;
  readonly form: Omit<ReportForm, 'kind' | 'goodFaith'>;
  readonly subject: Report['subject'];
  readonly language: ShippedLanguage;
  /** Whether the reporter gets a receipt by mail. */
  readonly mailed: boolean;
}

/** Stores a report, counts it and writes the mails about it, all together. A report that is already stored does not change. */
export async function storeReport(
  deps: Deps,
  { id, kind, form, subject, language, mailed }: NewReport,
): Promise<void> {
  const { store, clock, log } = deps;
  const receivedAt = clock.now();
  const report: Report = {
    v: 1,
    id,
    state: { name: 'received' },
    kind,
    address: form.address,
    subject,
    ground: form.ground,
    why: form.why,
    name: form.name || null,
    email: form.email || null,
    language,
    receivedAt,
    expiresAt: null,
  };
  const letters = firstLetters(deps, report, mailed);
  const isNew = await store.transaction(async (tx) => {
    if ((await tx.read(stored.report(id))) !== undefined) return false;
    tx.write(stored.report(id), report);
    const year = yearOf(receivedAt);
    tx.add(paths.yearCounts(year), { [`reports.${kind}`]: 1 }, { v: 1, year });
    for (const each of letters) each.write(tx);
    return true;
  });
  if (isNew) log.reportReceived({ reportId: id, kind, urgent: isUrgent(kind) });
}

/** The receipt for the reporter, and the news for the host. */
function firstLetters(deps: Deps, report: Report, mailed: boolean): readonly Letter[] {
  const { config } = deps;
  const texts = reportMails(report.language);
  const link = reportLink(config, report.id, report.language);
  const receipt =
    report.email === null || !mailed
      ? []
      : [letter(deps, report.email, texts.receipt({ report, link, host: hostName(config) }))];
  const { operator } = config;
  if (operator === null || config.mails === 'print') return receipt;
  return [...receipt, letter(deps, operator.reportEmail, hostMails.news({ report }))];
}

/** The name of this installation in mails. */
export const hostName = ({ operator, publicOrigin }: AppConfig): string =>
  operator?.name ?? new URL(publicOrigin).host;

export interface Received {
  readonly id: string;
  readonly email: string | null;
  /** Whether a receipt goes to the address. */
  readonly mailed: boolean;
}

/** `POST /report`: accepts a report from anybody, without an account. */
export async function receiveReport(
  deps: Deps,
  typed: TypedReport,
  caller: Caller,
  language: ShippedLanguage,
): Promise<Result<Received>> {
  const { u, requestId, challenge, ...fields } = typed;
  const form = parseWith(reportForm, fields);
  if (!form.ok) return form;
  const id = reportNumber(deps.config, requestId, { ...form.value, u });
  const email = form.value.email || null;
  const received = ok({ id, email, mailed: email !== null });
  // A report that is sent twice counts once against its sender.
  if ((await deps.store.read(stored.report(id))) !== undefined) return received;
  const admitted = await admitReport(deps, caller, challenge);
  if (!admitted.ok) return admitted;
  const subject = await subjectOf(deps, reportedHandle(deps.config, form.value.address, u));
  const mailed = email !== null && (await mayMailReceipt(deps, email));
  await storeReport(deps, { id, kind: form.value.kind, form: form.value, subject, language, mailed });
  return ok({ id, email, mailed });
}

const day = 24 * 60 * 60_000;

/** Anybody can type a stranger's address: a mailbox gets three receipts a day, and the page shows the link in any case. Only a fingerprint is stored. */
async function mayMailReceipt({ config, limits }: Deps, email: string): Promise<boolean> {
  const mailbox = fingerprint(config.secrets, 'report receipt', mailboxOf(email)).slice(0, 32);
  const rule = { key: `report-receipts-${mailbox}`, points: 3 * config.limitFactor, windowMs: day };
  return (await limits.count([rule])).every(({ left }) => left >= 0);
}
