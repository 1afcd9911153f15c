import type { MayAnswer } from '../../core/api/moderation-api';
import { fail, ok, type Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import { yearOf } from '../../core/documents/totals-document';
import {
  isSamePerson,
  restrictionOf,
  type ChangeRefusal,
  type Decider,
  type Person,
  type Standing,
} from '../../core/profile/standing';
import {
  afterEvent,
  appealKept,
  inState,
  type Appeal,
  type AppealOutcome,
  type ReportEvent,
} from '../../core/report/report';
import { actedBy, auditRecord, readAudit } from '../admin/audit';
import type { Deps } from '../deps';
import { letter } from '../mail/post-mail';
import { changeStanding } from '../standing/change-standing';
import type { Transaction, Writes } from '../store/store';
import { stored } from '../store/stored';
import { ownerContact } from './make-appeal';
import { hostName } from './receive-report';
import { reportMails } from './report-mails';

/** Who decided what an objection is about. */
const personWhoDecided = ({ decidedBy, decidedByUid }: Appeal): Person => ({
  uid: decidedByUid,
  name: decidedBy,
});

/** How far back an act counts as a sign that somebody else moderates here. */
const recently = 365 * 24 * 60 * 60_000;
const looksAt = 500;

/** Whether another person has acted in the last year. Only then can another person decide. */
async function othersModerate(deps: Deps, who: Decider): Promise<boolean> {
  const acts = await readAudit(deps, null, looksAt);
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

/** What a person answers to an objection. */
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
class Overtaken extends Error {}

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
    if (outcome === 'upheld' || applies === null) return ok(await writeDown(deps, given, appeal, write));
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

async function writeDown(
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
