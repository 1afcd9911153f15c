import * as v from 'valibot';
import { reportForm, type ReportForm } from '../../core/api/moderation-api';
import { mailboxOf } from '../../core/base/addresses';
import type { ShippedLanguage } from '../../core/base/language-tags';
import { parseWith } from '../../core/base/parse';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import { yearOf } from '../../core/documents/year-counts-document';
import { lookupHandle } from '../../core/profile/draft';
import { isUrgent, type Report, type ReportKind } from '../../core/report/report';
import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import { fingerprint } from '../http/signed-token';
import { knownAddress, type Caller } from '../limits/caller';
import type { LimitRule } from '../limits/limit-counter';
import { letter, type Letter } from '../mail/post-mail';
import { stored } from '../store/stored';
import { reportLink, reportNumber } from './report-link';
import { hostMails, reportMails } from './report-mails';

const minute = 60_000;
const day = 24 * 60 * minute;

type AdmitDeps = Pick<Deps, 'config' | 'limits' | 'challenge' | 'clock'>;

/**
 * Many honest people may report one profile on one day, so with a challenge the server refuses only a single address. Too many reports in total, or
 * an unknown address, lead to a challenge.
 */
function rules(deps: AdmitDeps, caller: Caller) {
  const rule = (key: string, points: number, windowMs: number): LimitRule => ({
    key,
    points: points * deps.config.limitFactor,
    windowMs,
  });
  const hash = knownAddress(deps, caller)?.hash ?? null;
  return {
    byDay: hash === null ? [] : [rule(`report-day-${hash}`, 30, day)],
    shy: [
      ...(hash === null ? [] : [rule(`report-address-${hash}`, 3, 10 * minute)]),
      rule('reports-all', 60, 10 * minute),
    ].map((each) => ({ ...each, soft: true })),
  };
}

/**
 * Counts a report and decides whether it is taken. Above the rate the sender has to pass a challenge; where none is configured the report is refused,
 * and the page names the mail address instead.
 */
async function admitReport(deps: AdmitDeps, caller: Caller, answer: string): Promise<Result<null>> {
  const { byDay, shy } = rules(deps, caller);
  const states = await deps.limits.count([...byDay, ...shy]);
  const isOver = states.map(({ left }) => left < 0);
  const waits = states.flatMap(({ left, waitMs }) => (left < 0 ? [waitMs] : []));
  const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(0, ...waits) / 1000));
  const tooMany = fail(problem('too-many-requests', { figures: { retryAfterSeconds } }));
  if (byDay.length > 0 && isOver[0] === true) return tooMany;
  if (caller.address !== null && !isOver.includes(true)) return ok(null);
  if (deps.config.challenge.kind === 'none') {
    // An unknown address alone is no reason to refuse somebody who has no other way.
    return isOver.includes(true) ? tooMany : ok(null);
  }
  if (answer === '') return fail(problem('challenge-required'));
  const verdict = await deps.challenge.verify(answer, caller.address);
  if (verdict === 'unavailable') return fail(problem('service-unavailable'));
  return verdict === 'person' ? ok(null) : fail(problem('challenge-required'));
}

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

interface NewReport {
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

const receiveReportDay = 24 * 60 * 60_000;

/** Anybody can type a stranger's address: a mailbox gets three receipts a day, and the page shows the link in any case. Only a fingerprint is stored. */
async function mayMailReceipt({ config, limits }: Deps, email: string): Promise<boolean> {
  const mailbox = fingerprint(config.secrets, 'report receipt', mailboxOf(email)).slice(0, 32);
  const rule = {
    key: `report-receipts-${mailbox}`,
    points: 3 * config.limitFactor,
    windowMs: receiveReportDay,
  };
  return (await limits.count([rule])).every(({ left }) => left >= 0);
}
