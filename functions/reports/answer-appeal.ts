import { fail, ok, type Result } from '../../core/base/result';
import type { MayAnswer } from '../../core/api/moderation-api';
import { paths } from '../../core/documents/documents';
import { yearOf } from '../../core/documents/year-counts-document';
import { isSamePerson, type Standing, type ChangeRefusal, type Decider } from '../../core/profile/standing';
import {
  appealKept,
  afterEvent,
  inState,
  type Appeal,
  type AppealOutcome,
  type ReportEvent,
} from '../../core/report/report';
import type { Deps } from '../deps';
import { letter } from '../mail/post-mail';
import { actedBy, auditRecord } from '../admin/audit';
import { changeStanding } from '../standing/change-standing';
import type { Transaction, Writes } from '../store/store';
import { stored } from '../store/stored';
import { reportMails } from './report-mails';
import { answerable, personWhoDecided } from './may-answer';
import { ownerContact } from './owner-contact';
import { hostName } from './receive-report';

/** What a person answers to an objection. */
export interface AppealDecision {
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
