import * as v from 'valibot';
import { reportForm, type ModeratedReport, type ReportForm } from '@busker/core/dashboard-api/moderation-api';
import { mailboxOf } from '@busker/core/text/addresses';
import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import { fail, ok, parseWith, problem, type Result } from '@busker/core/base/result';
import { collections, paths } from '@busker/core/documents/documents';
import type { JobKind } from '@busker/core/jobs/job-document';
import { appealDocument, reportDocument, yearOf } from '@busker/core/moderation/report-document';
import { lookupHandle } from '@busker/core/profile/draft';
import {
  afterEvent,
  inState,
  isUrgent,
  mayDecide,
  type Appeal,
  type AppealOutcome,
  type Decision,
  type Measure,
  type Report,
  type ReportKind,
} from '@busker/core/moderation/report';
import { reportTexts } from '@busker/core/messages/core-texts';
import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import type { LimitRule } from '../limits/limit-counter';
import { knownAddress, type Caller } from '../http/caller';
import {
  mailLanguage,
  paragraphs,
  reportMailTexts,
  letter,
  type MailLanguage,
  type Letter,
  type MailText,
} from '../mail/post-mail';
import { each, sweepThrough, type Recurring, type SweepResult } from '../queue/sweep';
import { fingerprint, openToken, signToken } from '../signed-token';
import { allDocuments, readable, stored, type Query } from '../store/store';

/** The data for a mail about a decision. */
interface DecidedMail {
  readonly decision: Decision;
  /** The mail address for objections and questions. */
  readonly reply: string;
  /** The name of this installation. */
  readonly host: string;
}

/** A decision as the owner sees it. Times are in epoch milliseconds. */
export interface Statement {
  /** `none`: nothing is restricted any more. */
  readonly measure: Measure;
  readonly at: number;
  /** Null = the measure has no end date. */
  readonly until: number | null;
  /** The law or the term; empty = the terms of this host. */
  readonly ground: string;
  readonly facts: string;
  readonly foundByMachine: boolean;
}

interface ReportLink {
  readonly report: Report;
  /** The page of the report, where the reporter can follow it and object. */
  readonly link: string;
}

interface StatementMail extends Statement {
  /** Null = nothing is published. */
  readonly handle: string | null;
  /** The dashboard, where the owner can object. */
  readonly dashboard: string;
  readonly appealUntil: number;
  readonly reply: string;
  readonly host: string;
}

interface AppealMail {
  readonly from: Appeal['from'];
  readonly outcome: AppealOutcome;
  readonly answer: string;
  /** `@ada`, or the number of the report for its reporter. */
  readonly about: string;
  /** Whether the person who decided also answered, since nobody else moderates here. */
  readonly samePerson: boolean;
  readonly reply: string;
  readonly host: string;
}

/** `2026-01-31` in English, which is read in countries that write days differently. */
const dayIn = (language: MailLanguage, at: number): string =>
  language === 'en'
    ? new Date(at).toISOString().slice(0, 10)
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/** The mails about reports in the reader's language, or in English. */
export function reportMails(wanted: string) {
  const language = mailLanguage(wanted);
  const { receipt, decision, statement, answer, ground } = reportMailTexts(language);
  const day = (at: number) => dayIn(language, at);
  return {
    receipt: ({ report, link, host }: ReportLink & { readonly host: string }): MailText => ({
      subject: receipt.subject({ number: report.id }),
      text: paragraphs(
        receipt.thanks({ number: report.id }),
        report.address,
        receipt.next,
        receipt.state({ link }),
        host,
      ),
    }),
    decision: ({ decision: made, report, link, reply, host }: DecidedMail & ReportLink): MailText => ({
      subject: decision.subject({ number: report.id }),
      text: paragraphs(
        `${decision.reported({ address: report.address })} ${decision.outcome[made.outcome]}`,
        ground({ ground: made.ground }),
        made.facts,
        decision.byPerson,
        decision.object({ link, reply }),
        host,
      ),
    }),
    statement: (given: StatementMail): MailText => ({
      subject: given.handle === null ? statement.subjectAccount : statement.subject({ handle: given.handle }),
      text:
        given.measure === 'none'
          ? paragraphs(
              statement.measure.none,
              given.facts,
              statement.questions({ reply: given.reply }),
              given.host,
            )
          : paragraphs(
              statement.measure[given.measure],
              `${statement.since({ day: day(given.at) })} ${given.until === null ? statement.noEnd : statement.ends({ day: day(given.until) })}`,
              ground({ ground: given.ground }),
              statement.facts({ facts: given.facts }),
              given.foundByMachine ? statement.foundByMachine : statement.noMachine,
              statement.asBefore,
              statement.object({
                day: day(given.appealUntil),
                dashboard: given.dashboard,
                reply: given.reply,
              }),
              given.host,
            ),
    }),
    appealDecided: (given: AppealMail): MailText => ({
      subject:
        given.from === 'owner'
          ? answer.subject({ handle: given.about })
          : answer.subjectReport({ number: given.about }),
      text: paragraphs(
        answer[given.from][given.outcome],
        given.answer,
        given.samePerson ? answer.samePerson : answer.otherPerson,
        answer.court({ reply: given.reply }),
        given.host,
      ),
    }),
  };
}

/** Mails to the host, always in English. */
export const hostMails = {
  news: ({ report }: { readonly report: Report }): MailText => ({
    subject: `Report ${report.id}: ${reportTexts('en').kinds[report.kind === 'order' ? 'other' : report.kind]}`,
    text: paragraphs(
      report.address,
      `Law or term: ${report.ground}`,
      report.why,
      `Read and decide: npm run admin -- reports show ${report.id}`,
    ),
  }),
  appealNews: ({ appeal }: { readonly appeal: Appeal }): MailText => ({
    subject: `An objection ${appeal.from === 'owner' ? 'of' : 'to the decision about'} @${appeal.handle ?? '?'}`,
    text: paragraphs(
      appeal.text,
      `The decision: ${appeal.reason}`,
      `Read and answer: npm run admin -- appeals show ${appeal.id}`,
    ),
  }),
};

const purpose = 'report';
const payload = v.object({ id: v.string() });

/** The link with which the reporter follows their report. Only the signature gives access: a number can be guessed. */
export function reportLink({ publicOrigin, secrets }: AppConfig, id: string, language: string): string {
  const key = encodeURIComponent(signToken(secrets, purpose, { id }));
  return `${publicOrigin}/report/${id}?lang=${language}&key=${key}`;
}

export function opensReport({ secrets }: Pick<AppConfig, 'secrets'>, id: string, key: string): boolean {
  const opened = v.safeParse(payload, openToken(secrets, purpose, key));
  return opened.success && opened.output.id === id;
}

/**
 * The number of a report, made from its form's request id and content: a form that is sent twice is one report, and nobody can reach it by the
 * request id alone.
 */
export function reportNumber(
  { secrets }: Pick<AppConfig, 'secrets'>,
  requestId: string,
  content: object,
): string {
  const mark = fingerprint(secrets, 'report number', `${requestId}\n${JSON.stringify(content)}`);
  return Buffer.from(mark, 'base64url').toString('hex').slice(0, 12);
}

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

const shown = 200;

/** The report with this number; undefined = no report has this number, or the text is not a number. */
export async function findReport(
  { store }: Pick<Deps, 'store'>,
  number: string,
): Promise<Report | undefined> {
  return /^[0-9a-f]{12}$/.test(number) ? store.read(stored.report(number)) : undefined;
}

/** The reports that wait for a decision, urgent ones first, then the oldest. Reports with a final decision do not take their places. */
export async function waitingReports(deps: Pick<Deps, 'store'>): Promise<readonly Report[]> {
  const [fresh, hidden] = await Promise.all([
    reportsWhere(deps, [['state.name', 'in', ['received', 'looked-at']]]),
    reportsWhere(deps, [
      ['state.name', '==', 'decided'],
      ['state.decision.outcome', '==', 'hidden'],
    ]),
  ]);
  return [...fresh, ...hidden]
    .filter(({ state }) => mayDecide(state))
    .toSorted((a, b) => Number(isUrgent(b.kind)) - Number(isUrgent(a.kind)) || a.receivedAt - b.receivedAt);
}

/** The reports about an owner, newest first. */
export async function reportsAbout(deps: Pick<Deps, 'store'>, uid: string): Promise<readonly Report[]> {
  const found = await reportsWhere(deps, [['subject.uid', '==', uid]]);
  return found.toSorted((a, b) => b.receivedAt - a.receivedAt);
}

async function reportsWhere(
  { store }: Pick<Deps, 'store'>,
  where: NonNullable<Query['where']>,
): Promise<readonly Report[]> {
  const from = collections.reports;
  const found = await store.find({ from, where, limit: shown }, (data) =>
    readable(from, reportDocument.decode(data)),
  );
  return found.map(({ value }) => value);
}

const mostAnswered = 50;

/** Objections: those without an answer, the oldest first; then the last that were answered, the newest first. */
export async function allAppeals({ store }: Pick<Deps, 'store'>): Promise<{
  readonly open: readonly Appeal[];
  readonly answered: readonly Appeal[];
}> {
  const found: Appeal[] = [];
  // There are few: each is erased a year after its answer.
  for await (const { value } of allDocuments(store, collections.appeals, appealDocument.decode))
    found.push(value);
  return {
    open: found.filter(({ answer }) => answer === null).toSorted((a, b) => a.madeAt - b.madeAt),
    answered: found
      .filter(({ answer }) => answer !== null)
      .toSorted((a, b) => (b.answer?.at ?? 0) - (a.answer?.at ?? 0))
      .slice(0, mostAnswered),
  };
}

/** Leaves out the reporter's email address: moderators do not need it to judge a page. */
export function moderatedReportOf({
  id,
  state,
  kind,
  address,
  subject,
  ground,
  why,
  name,
  receivedAt,
}: Report): ModeratedReport {
  const decided = 'decision' in state ? state.decision : null;
  const decision = decided && {
    outcome: decided.outcome,
    facts: decided.facts,
    by: decided.by,
    at: decided.at,
    until: decided.until,
  };
  return { id, state: state.name, kind, address, subject, ground, why, name, receivedAt, decision };
}

/** How many reports one run checks. The oldest decisions are closed first, so the next run continues with the rest. */
const atMost = 500;

/** Daily: closes decided reports when the time for objections is over. The store erases them half a year later. */
export async function closeReports(deps: Deps): Promise<SweepResult> {
  const { store, clock } = deps;
  const found = await store.find(
    {
      from: collections.reports,
      where: [['state.name', '==', 'decided']],
      orderBy: [['state.decision.at', 'asc']],
      limit: atMost,
    },
    (data) => readable(collections.reports, reportDocument.decode(data)),
  );
  const at = clock.now();
  const due = found.filter(({ value }) => afterEvent(value.state, { kind: 'close', at }).ok);
  return sweepThrough(deps, 'close-reports', due, ({ value: { id } }) =>
    store.transaction(async (tx) => {
      const report = await tx.read(stored.report(id));
      const next = report && afterEvent(report.state, { kind: 'close', at });
      if (!report || next?.ok !== true) return false;
      tx.write(stored.report(id), inState(report, next.value));
      return true;
    }),
  );
}

const hour = 60 * 60_000;

/** Milliseconds. What waits longer for a person raises an alert. docs/hosts/operations.md promises an answer to an objection within 14 days. */
const waitsTooLong = { report: 24 * hour, objection: 7 * 24 * hour } as const;

/** Hourly: says how many reports and objections wait too long for a person, and how long the oldest one has waited. */
export async function watchWaiting(deps: Deps): Promise<SweepResult> {
  const now = deps.clock.now();
  // A profile that is hidden was checked: its report waits for the rest of the decision, for at most seven days.
  const reports = (await waitingReports(deps))
    .filter(({ state }) => state.name !== 'decided')
    .map(({ receivedAt }) => receivedAt);
  const objections = (await allAppeals(deps)).open.map(({ madeAt }) => madeAt);
  const waits = [
    { what: 'report', since: reports },
    { what: 'objection', since: objections },
  ] as const;
  for (const { what, since } of waits) {
    const late = since.filter((at) => now - at > waitsTooLong[what]);
    if (late.length === 0) continue;
    deps.log.decisionLate({
      what,
      waiting: late.length,
      hours: Math.floor((now - Math.min(...late)) / hour),
    });
  }
  const result = {
    sweep: 'watch-waiting',
    checked: reports.length + objections.length,
    changed: 0,
    missed: 0,
  };
  deps.log.sweepDone(result);
  return result;
}

export const reportSweeps = {
  'watch-waiting': each('hourly', watchWaiting),
  'close-reports': each('daily', closeReports),
} satisfies Partial<Record<JobKind, Recurring>>;
