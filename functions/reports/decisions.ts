import type { AppealState, MayAnswer } from '@busker/core/dashboard-api/moderation-api';
import { fail, ok, problem, unreachable, type Result } from '@busker/core/base/result';
import { collections, paths } from '@busker/core/documents/documents';
import { appealDocument, yearOf } from '@busker/core/moderation/report-document';
import {
  isSamePerson,
  longestHidden,
  restrictionOf,
  type ChangeRefusal,
  type Decider,
  type LimitedPart,
  type Person,
  type Standing,
  type StandingWish,
} from '@busker/core/moderation/standing';
import {
  afterEvent,
  appealId,
  appealKept,
  appealTime,
  inState,
  type Appeal,
  type AppealOutcome,
  type Decision,
  type Outcome,
  type Report,
  type ReportEvent,
  type ReportRefusal,
} from '@busker/core/moderation/report';
import { actedBy, auditRecord, readAudit } from '../admin/audit';
import type { Deps } from '../deps';
import { letter, type Letter } from '../mail/post-mail';
import { changeStanding } from '../standing/standing-routes';
import { readable, stored, type Transaction, type Writes } from '../store/store';
import { hostMails, hostName, reportLink, reportMails, subjectOf, type Statement } from './reports';

/** The owner's confirmed mail address; null = the owner has none (signed in by phone, not confirmed, or deleted). */
interface OwnerContact {
  readonly email: string | null;
  /** BCP 47. */
  readonly language: string;
}

async function ownerContact(
  { store, users }: Pick<Deps, 'store' | 'users'>,
  uid: string,
): Promise<OwnerContact> {
  const [preferences, profile] = await Promise.all([
    store.read(stored.preferences(uid)),
    store.read(stored.profile(uid)),
  ]);
  const user = await users.find({ uid });
  // `auto` is the language of the owner's browser, which the server does not know.
  const chosen = preferences === undefined || preferences.language === 'auto' ? '' : preferences.language;
  return {
    email: user?.emailVerified === true ? user.email : null,
    language: chosen || (profile?.language ?? 'en'),
  };
}

const noAppeal: AppealState = { state: 'none', madeAt: null, answer: null };

const appealStateOf = ({ madeAt, answer }: Appeal): AppealState => ({
  state: answer?.outcome ?? 'open',
  madeAt,
  answer: answer?.text ?? null,
});

/** `GET /v1/me/appeals`: the owner's objection to the restriction that applies now. */
export async function readAppeal({ store, clock }: Deps, uid: string): Promise<Result<AppealState>> {
  const restriction = restrictionOf(await store.read(stored.standing(uid)), clock.now());
  const made =
    restriction === null ? undefined : await store.read(stored.appeal(appealId(uid, restriction.since)));
  return ok(made === undefined ? noAppeal : appealStateOf(made));
}

/** `POST /v1/me/appeals`: one objection to a restriction, within six months. A repeated request does not change it. */
export async function makeAppeal(deps: Deps, uid: string, text: string): Promise<Result<AppealState>> {
  const { store, clock, log } = deps;
  const now = clock.now();
  const { language } = await ownerContact(deps, uid);
  const made = await store.transaction(async (tx) => {
    const restriction = restrictionOf(await tx.read(stored.standing(uid)), now);
    if (restriction === null) return fail(problem('nothing-to-appeal'));
    if (now > restriction.since + appealTime) return fail(problem('appeal-too-late'));
    const id = appealId(uid, restriction.since);
    const before = await tx.read(stored.appeal(id));
    if (before !== undefined) return ok({ appeal: before, isNew: false });
    const profile = await tx.read(stored.profile(uid));
    const { decisionId } = restriction;
    const report = decisionId === null ? undefined : await tx.read(stored.report(decisionId));
    const appeal = newAppeal(restriction, { uid, handle: profile?.handle ?? null, text, language, now });
    tx.write(stored.appeal(id), appeal);
    // A profile that is hidden for a time still waits for its decision, so its report stays open.
    const next = report && afterEvent(report.state, { kind: 'appeal', at: now });
    if (report && next?.ok === true) tx.write(stored.report(report.id), inState(report, next.value));
    const year = yearOf(now);
    tx.add(paths.yearCounts(year), { appeals: 1 }, { v: 1, year });
    newsOf(deps, appeal)?.write(tx);
    return ok({ appeal, isNew: true });
  });
  if (!made.ok) return made;
  if (made.value.isNew) log.appealReceived({ appealId: made.value.appeal.id });
  return ok(appealStateOf(made.value.appeal));
}

/** The mail with which the host learns of an objection; null = mails are sent by hand, so the host finds the objection in the list. */
export function newsOf(deps: Deps, appeal: Appeal): Letter | null {
  const { operator, mails } = deps.config;
  return operator === null || mails === 'print'
    ? null
    : letter(deps, operator.reportEmail, hostMails.appealNews({ appeal }));
}

interface Made {
  readonly uid: string;
  readonly handle: string | null;
  readonly text: string;
  readonly language: string;
  readonly now: number;
}

function newAppeal(
  { state, since, reason, by, byUid, decisionId }: Standing,
  { uid, handle, text, language, now }: Made,
): Appeal {
  if (state === 'good') throw new Error('A restriction is never good');
  return {
    v: 1,
    id: appealId(uid, since),
    from: 'owner',
    uid,
    handle,
    measure: state,
    since,
    reason,
    decidedBy: by,
    ...(byUid === undefined ? {} : { decidedByUid: byUid }),
    reportId: decisionId,
    text,
    language,
    madeAt: now,
    answer: null,
    expiresAt: null,
  };
}

/** More than one person can have: each restriction allows one objection, and a year after its answer it is erased. */
const mostOfOne = 500;

/** The objections that an owner made. */
async function ownAppeals({ store }: Pick<Deps, 'store'>, uid: string): Promise<readonly Appeal[]> {
  const from = collections.appeals;
  const query = { from, where: [['uid', '==', uid]], limit: mostOfOne } as const;
  const found = await store.find(query, (data) => readable(from, appealDocument.decode(data)));
  return found.map(({ value }) => value).filter((appeal) => appeal.from === 'owner');
}

/** Erases the objections of an owner who deletes the account. A report that waits for the answer is closed. It can be repeated. */
export async function withdrawAppeals(deps: Pick<Deps, 'store' | 'clock'>, uid: string): Promise<void> {
  const at = deps.clock.now();
  for (const { id, reportId } of await ownAppeals(deps, uid)) {
    await deps.store.transaction(async (tx) => {
      const report = reportId === null ? undefined : await tx.read(stored.report(reportId));
      const next = report && afterEvent(report.state, { kind: 'withdraw-appeal', at });
      if (report && next?.ok === true) tx.write(stored.report(report.id), inState(report, next.value));
      tx.remove(stored.appeal(id).path);
    });
  }
}

/** The part of a statement that a standing gives. */
export const measureOf = ({
  state,
  since,
  until,
}: Standing): Pick<Statement, 'measure' | 'at' | 'until'> => ({
  measure: state === 'good' ? 'none' : state,
  at: since,
  until,
});

/**
 * Makes the statement of reasons for an owner (Article 17 of Regulation (EU) 2022/2065). The address is read first, so that a transaction can make the
 * mail; null = the owner has no confirmed email address. `handle`: as the decision names it; without it, the published one.
 */
export async function ownerLetters(
  deps: Deps,
  uid: string,
  handle?: string,
): Promise<(statement: Statement) => Letter | null> {
  const { config, store } = deps;
  const [{ email, language }, profile] = await Promise.all([
    ownerContact(deps, uid),
    store.read(stored.profile(uid)),
  ]);
  const host = hostName(config);
  return (statement) =>
    email === null
      ? null
      : letter(
          deps,
          email,
          reportMails(language).statement({
            ...statement,
            ground: statement.ground || `${config.publicOrigin}/legal/terms`,
            handle: handle ?? profile?.handle ?? null,
            dashboard: config.publicOrigin,
            appealUntil: statement.at + appealTime,
            reply: config.operator?.reportEmail ?? host,
            host,
          }),
        );
}

const day = 24 * 60 * 60_000;

interface ReportDecision {
  readonly who: Decider;
  readonly reportId: string;
  readonly outcome: Outcome;
  /** The facts and the weighing, for the owner and the reporter. */
  readonly facts: string;
  /** Null = as the reporter named it. */
  readonly ground: string | null;
  /** How long the measure lasts; null = as long as it can. */
  readonly days: number | null;
  readonly parts: readonly LimitedPart[];
  readonly foundByMachine: boolean;
  /** The handle of the owner, when the reported address did not lead to one. */
  readonly handle: string | null;
  /** When the report was decided before, as the person saw it; null = not decided; absent = any. */
  readonly seenAt?: number | null | undefined;
}

const decidedAt = ({ state }: Report): number | null => ('decision' in state ? state.decision.at : null);

/** `no-report`: no report has this number. `no-owner`: the owner of the reported page is unknown. */
export type DecisionRefusal = ChangeRefusal | ReportRefusal | 'no-report' | 'no-owner';

/** Another person was faster, so this transaction must not be committed. */
class Overtaken extends Error {}

type Decided = { readonly report: Report; readonly decision: Decision };

/** The decided report, and the writes of the decision, before anything is written. */
interface Prepared extends Decided {
  readonly uid: string | null;
  write(tx: Transaction): Promise<(writes: Writes) => void>;
}

/**
 * Decides a report. The decision, the standing that follows from it, the audit, the counts and the mails to reporter and owner are one transaction. A
 * profile that was hidden for this report is shown again when nothing has to be done.
 */
export async function decideReport(
  deps: Deps,
  wanted: ReportDecision,
): Promise<Result<Decided, DecisionRefusal>> {
  const prepared = await prepare(deps, wanted);
  if (!prepared.ok) return prepared;
  const { report, decision, uid } = prepared.value;
  try {
    const wish = await wishOf(deps, wanted, uid);
    if (wish === null) {
      await writeDown(deps, wanted, prepared.value);
      return ok({ report, decision });
    }
    if (uid === null) return fail('no-owner');
    const changed = await changeStanding(
      deps,
      {
        who: wanted.who,
        uid,
        wish,
        reason: `${decision.facts} (${decision.ground})`,
        reportId: report.id,
        decisionId: report.id,
      },
      (tx) => prepared.value.write(tx),
    );
    return changed.ok ? ok({ report, decision }) : changed;
  } catch (error) {
    if (error instanceof Overtaken) return fail('wrong-state');
    throw error;
  }
}

async function prepare(deps: Deps, wanted: ReportDecision): Promise<Result<Prepared, DecisionRefusal>> {
  const { store, clock } = deps;
  const { reportId, outcome, facts, who, days, foundByMachine } = wanted;
  const found = await store.read(stored.report(reportId));
  if (found === undefined) return fail('no-report');
  if (wanted.seenAt !== undefined && wanted.seenAt !== decidedAt(found)) return fail('wrong-state');
  const subject = wanted.handle === null ? found.subject : await subjectOf(deps, wanted.handle);
  const at = clock.now();
  const shortest = outcome === 'hidden' ? at + longestHidden : null;
  const until = outcome === 'no-action' ? null : days === null ? shortest : at + days * day;
  const ground = wanted.ground ?? found.ground;
  const by = { by: who.name, ...(who.uid === undefined ? {} : { byUid: who.uid }) };
  const decision: Decision = { outcome, facts, ground, foundByMachine, ...by, at, until };
  const next = afterEvent(found.state, { kind: 'decide', decision });
  if (!next.ok) return next;
  const report = inState({ ...found, subject }, next.value);
  const letters = await lettersOf(deps, found, report, decision);
  return ok({
    report,
    decision,
    uid: subject?.uid ?? null,
    async write(tx) {
      const current = await tx.read(stored.report(reportId));
      // Two decisions to hide a page could follow each other, so the earlier decision has to be the same too.
      const isSame = current !== undefined && decidedAt(current) === decidedAt(found);
      if (!isSame || !afterEvent(current.state, { kind: 'decide', decision }).ok) throw new Overtaken();
      return (writes) => {
        writes.write(stored.report(reportId), report);
        const year = yearOf(at);
        writes.add(paths.yearCounts(year), { [`decisions.${outcome}`]: 1 }, { v: 1, year });
        for (const each of letters) each.write(writes);
      };
    },
  });
}

/** The decision for the reporter, and the statement of reasons for the owner (Articles 16 (5) and 17 of Regulation (EU) 2022/2065). */
async function lettersOf(
  deps: Deps,
  before: Report,
  { subject, ...report }: Report,
  decision: Decision,
): Promise<readonly Letter[]> {
  const { config } = deps;
  const host = hostName(config);
  const reply = config.operator?.reportEmail ?? host;
  const link = reportLink(config, report.id, report.language);
  const about = { decision, reply, host, link, report: before };
  const toReporter =
    report.email === null ? [] : [letter(deps, report.email, reportMails(report.language).decision(about))];
  // An owner without a restriction gets no mail, except when their hidden page is shown again.
  const concernsOwner = decision.outcome !== 'no-action' || before.state.name === 'decided';
  if (subject === null || !concernsOwner) return toReporter;
  const letterAbout = await ownerLetters(deps, subject.uid, subject.handle);
  const { outcome } = decision;
  const statement = letterAbout({ ...decision, measure: outcome === 'no-action' ? 'none' : outcome });
  return statement === null ? toReporter : [...toReporter, statement];
}

/** The standing after the decision; null = it does not change. */
async function wishOf(
  { store, clock }: Deps,
  { outcome, parts, days, reportId }: ReportDecision,
  uid: string | null,
): Promise<StandingWish | null> {
  const until = days === null ? null : clock.now() + days * day;
  switch (outcome) {
    case 'no-action': {
      const standing = uid === null ? undefined : await store.read(stored.standing(uid));
      const restriction = restrictionOf(standing, clock.now());
      return restriction?.state === 'hidden' && restriction.decisionId === reportId
        ? { state: 'good' }
        : null;
    }
    case 'limited':
      return { state: 'limited', scope: parts, until };
    case 'hidden':
      return { state: 'hidden', until };
    case 'suspended': {
      const report = await store.read(stored.report(reportId));
      return { state: 'suspended', isOrder: report?.kind === 'order', until };
    }
    default:
      return unreachable(outcome);
  }
}

async function writeDown(
  deps: Deps,
  { who, facts, reportId }: ReportDecision,
  prepared: Prepared,
): Promise<void> {
  const record = auditRecord(deps);
  await deps.store.transaction(async (tx) => {
    const others = await prepared.write(tx);
    record.write(tx, {
      ...actedBy(who),
      verb: 'decide',
      subject: prepared.uid ?? reportId,
      outcome: 'done',
      before: null,
      after: null,
      reason: facts,
      reportId,
    });
    others(tx);
  });
  record.say();
}

/** Who decided what an objection is about. */
const personWhoDecided = ({ decidedBy, decidedByUid }: Appeal): Person => ({
  uid: decidedByUid,
  name: decidedBy,
});

/** How far back an act counts as a sign that somebody else moderates here. */
const recently = 365 * 24 * 60 * 60_000;
const mostActs = 500;

/** Whether another person has acted in the last year. Only then can another person decide. */
async function othersModerate(deps: Deps, who: Decider): Promise<boolean> {
  const acts = await readAudit(deps, null, mostActs);
  const since = deps.clock.now() - recently;
  return acts.some(
    (act) =>
      act.role !== 'owner' && !isSamePerson(who, { uid: act.whoUid, name: act.who }) && act.at >= since,
  );
}

/** An objection with the restriction that it is about, and whether this person may answer it. */
export interface Answerable {
  readonly appeal: Appeal;
  /** Null = it does not apply any more, or there was none. */
  readonly applies: Standing | null;
  readonly mayAnswer: MayAnswer;
}

/** Reads for each objection whether this person may answer it. */
export async function answerable(
  deps: Deps,
  who: Decider,
  appeals: readonly Appeal[],
): Promise<readonly Answerable[]> {
  const { store, clock } = deps;
  const uids = [...new Set(appeals.flatMap(({ uid }) => (uid === null ? [] : [uid])))];
  const [others, standings] = await Promise.all([
    othersModerate(deps, who),
    store.readAll(uids.map((uid) => stored.standing(uid))),
  ]);
  return appeals.map((appeal) => {
    const standing = appeal.uid === null ? undefined : standings[uids.indexOf(appeal.uid)];
    const restriction = restrictionOf(standing, clock.now());
    const isAbout = appeal.from === 'owner' && restriction?.since === appeal.since;
    const applies = isAbout ? restriction : null;
    return { appeal, applies, mayAnswer: mayAnswerOf(who, appeal, applies, others) };
  });
}

function mayAnswerOf(who: Decider, appeal: Appeal, applies: Standing | null, others: boolean): MayAnswer {
  if (who.uid !== undefined && who.uid === appeal.uid) return 'own';
  if (others && isSamePerson(who, personWhoDecided(appeal))) return 'same-person';
  // A moderator can neither confirm nor reverse a decision of an admin.
  return who.role === 'moderator' && applies?.byRole === 'admin' ? 'set-by-admin' : 'yes';
}

/** An answer to an objection. */
interface AppealDecision {
  readonly who: Decider;
  readonly appealId: string;
  readonly outcome: AppealOutcome;
  /** The reasons, for the person who objected. */
  readonly text: string;
}

/** `no-appeal`: there is none with this id. `answered`: it has an answer. For the others see `MayAnswer`. */
export type AppealRefusal = ChangeRefusal | Exclude<MayAnswer, 'yes'> | 'no-appeal' | 'answered';

/** Another person was faster, so this transaction must not be committed. */

/**
 * Answers an objection. The person who decided must not answer, unless they moderate alone; the answer then says so. `reversed` lifts the restriction,
 * if it is still the one that the owner objected to; after an objection of the reporter, it opens the report again. Answer, standing, audit, counts
 * and mail are one transaction.
 */
export async function answerAppeal(
  deps: Deps,
  given: AppealDecision,
): Promise<Result<Appeal, AppealRefusal>> {
  const { store, clock } = deps;
  const { who, outcome, text } = given;
  const found = await store.read(stored.appeal(given.appealId));
  if (found === undefined) return fail('no-appeal');
  if (found.answer !== null) return fail('answered');
  const [right] = await answerable(deps, who, [found]);
  if (right === undefined) throw new Error('There is an answer for each objection');
  const { mayAnswer, applies } = right;
  if (mayAnswer !== 'yes') return fail(mayAnswer);
  const at = clock.now();
  const answer = {
    outcome,
    text,
    by: who.name,
    ...(who.uid === undefined ? {} : { byUid: who.uid }),
    at,
    samePerson: isSamePerson(who, personWhoDecided(found)),
  };
  const appeal: Appeal = { ...found, answer, expiresAt: at + appealKept };
  const write = await writesOf(deps, appeal, outcome);
  try {
    if (outcome === 'upheld' || applies === null)
      return ok(await writeAppealAnswer(deps, given, appeal, write));
    return await lift(deps, given, { appeal, restriction: applies, write });
  } catch (error) {
    if (error instanceof Overtaken) return fail('answered');
    throw error;
  }
}

type Write = (tx: Transaction) => Promise<(writes: Writes) => void>;

/** The person who objected: the owner, or the reporter. */
async function contactOf(
  deps: Deps,
  { from, uid, reportId, language }: Appeal,
): Promise<{ readonly email: string | null; readonly language: string }> {
  if (from === 'owner')
    return { email: uid === null ? null : (await ownerContact(deps, uid)).email, language };
  const report = reportId === null ? undefined : await deps.store.read(stored.report(reportId));
  return { email: report?.email ?? null, language };
}

function eventOf({ from }: Appeal, outcome: AppealOutcome, at: number): ReportEvent | null {
  if (from === 'owner') return { kind: 'decide-appeal', outcome, at };
  return outcome === 'reversed' ? { kind: 'reopen' } : null;
}

async function writesOf(deps: Deps, appeal: Appeal, outcome: AppealOutcome): Promise<Write> {
  const { config } = deps;
  const { answer, from, uid, handle, reportId } = appeal;
  if (answer === null) throw new Error('The answer is given');
  const host = hostName(config);
  const { email, language } = await contactOf(deps, appeal);
  const message = reportMails(language).appealDecided({
    from,
    outcome,
    answer: answer.text,
    about: from === 'reporter' ? (reportId ?? '') : handle === null ? (uid ?? '') : `@${handle}`,
    samePerson: answer.samePerson,
    reply: config.operator?.reportEmail ?? host,
    host,
  });
  const mail = email === null ? null : letter(deps, email, message);
  const event = eventOf(appeal, outcome, answer.at);
  return async (tx) => {
    const current = await tx.read(stored.appeal(appeal.id));
    if (current?.answer !== null) throw new Overtaken();
    const report = reportId === null ? undefined : await tx.read(stored.report(reportId));
    const next = report && event && afterEvent(report.state, event);
    return (writes) => {
      writes.write(stored.appeal(appeal.id), appeal);
      if (report && next?.ok === true) writes.write(stored.report(report.id), inState(report, next.value));
      const year = yearOf(answer.at);
      if (outcome === 'reversed') writes.add(paths.yearCounts(year), { reversed: 1 }, { v: 1, year });
      mail?.write(writes);
    };
  };
}

async function lift(
  deps: Deps,
  { who, text }: AppealDecision,
  {
    appeal,
    restriction,
    write,
  }: { readonly appeal: Appeal; readonly restriction: Standing; readonly write: Write },
): Promise<Result<Appeal, AppealRefusal>> {
  const { uid, reportId } = appeal;
  if (uid === null) throw new Error('A restriction has an owner');
  const { decisionId } = restriction;
  const act = { who, uid, wish: { state: 'good' }, reason: text, reportId, decisionId } as const;
  const changed = await changeStanding(deps, act, write);
  return changed.ok ? ok(appeal) : changed;
}

async function writeAppealAnswer(
  deps: Deps,
  { who, text }: AppealDecision,
  appeal: Appeal,
  write: Write,
): Promise<Appeal> {
  const record = auditRecord(deps);
  await deps.store.transaction(async (tx) => {
    const others = await write(tx);
    record.write(tx, {
      ...actedBy(who),
      verb: 'answer',
      subject: appeal.uid ?? appeal.reportId ?? appeal.id,
      outcome: 'done',
      before: null,
      after: null,
      reason: text,
      reportId: appeal.reportId,
    });
    others(tx);
  });
  record.say();
  return appeal;
}
