import { fail, ok, type Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import { yearOf } from '../../core/documents/year-counts-document';
import { restrictionOf, type Standing } from '../../core/profile/standing';
import type { ChangeRefusal, Decider } from '../../core/profile/standing-change';
import { appealKept, type Appeal } from '../../core/report/appeal';
import type { AppealOutcome } from '../../core/report/report';
import { afterEvent, inState } from '../../core/report/report-states';
import type { Deps } from '../deps';
import { letter } from '../mail/post-mail';
import { auditRecord } from '../moderation/audit';
import { changeStanding } from '../moderation/change-standing';
import { readAudit } from '../moderation/read-audit';
import type { Transaction, Writes } from '../store/store';
import { stored } from '../store/stored';
import { mailTexts } from './mails/mail-texts';
import { ownerContact } from './owner-contact';
import { hostName } from './receive-report';

/** What a person answers to an objection. */
export interface AppealDecision {
  readonly who: Decider;
  readonly appealId: string;
  readonly outcome: AppealOutcome;
  /** The reasons, for the owner. */
  readonly text: string;
}

/** `no-appeal`: there is none with this id. `answered`: it has an answer. `same-person`: this person decided before, and others moderate here too. */
export type AppealRefusal = ChangeRefusal | 'no-appeal' | 'answered' | 'same-person';

/** Another person was faster, so this transaction must not be committed. */
class Overtaken extends Error {}

/** How far back an act counts as a sign that somebody else moderates here. */
const recently = 365 * 24 * 60 * 60_000;
const looksAt = 500;

/** Whether another person has acted in the last year. Only then can another person decide. */
async function othersModerate(deps: Deps, name: string): Promise<boolean> {
  const acts = await readAudit(deps, null, looksAt);
  const since = deps.clock.now() - recently;
  return acts.some(({ who, at }) => who !== name && at >= since);
}

/**
 * Answers an objection. The person who decided must not answer, unless they moderate alone; the answer then says so. `reversed` lifts the
 * restriction, if it is still the one that the owner objected to. Answer, standing, audit, counts and mail are one transaction.
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
  const samePerson = found.decidedBy === who.name;
  if (samePerson && (await othersModerate(deps, who.name))) return fail('same-person');
  const restriction = restrictionOf(await store.read(stored.standing(found.uid)), clock.now());
  const applies = restriction?.since === found.since ? restriction : null;
  // A moderator can neither confirm nor reverse a decision of an admin.
  if (who.role === 'moderator' && applies?.byRole === 'admin') return fail('set-by-admin');
  const at = clock.now();
  const answer = { outcome, text, by: who.name, at, samePerson };
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

async function writesOf(deps: Deps, appeal: Appeal, outcome: AppealOutcome): Promise<Write> {
  const { config } = deps;
  const { answer, uid, handle, language, reportId } = appeal;
  if (answer === null) throw new Error('The answer is given');
  const host = hostName(config);
  const { email } = await ownerContact(deps, uid);
  const message = mailTexts(language).appealDecided({
    outcome,
    answer: answer.text,
    handle: handle ?? uid,
    samePerson: answer.samePerson,
    reply: config.operator?.reportEmail ?? host,
    host,
  });
  const mail = email === null ? null : letter(deps, email, message);
  return async (tx) => {
    const current = await tx.read(stored.appeal(appeal.id));
    if (current?.answer !== null) throw new Overtaken();
    const report = reportId === null ? undefined : await tx.read(stored.report(reportId));
    const next = report && afterEvent(report.state, { kind: 'decide-appeal', outcome, at: answer.at });
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
      who: who.name,
      role: who.role,
      verb: 'answer',
      subject: appeal.uid,
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
