import { paths } from '../../core/documents/documents';
import { yearOf } from '../../core/documents/year-counts-document';
import {
  reporterAppealId,
  appealTime,
  mayDecide,
  type Appeal,
  type Decision,
  type Report,
} from '../../core/report/report';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { newsOf } from './make-appeal';

/** The objection of the reporter to the decision about a report; undefined = there is none, or no decision. */
export async function reportersAppeal(
  { store }: Pick<Deps, 'store'>,
  { id, state }: Report,
): Promise<Appeal | undefined> {
  return 'decision' in state ? store.read(stored.appeal(reporterAppealId(id, state.decision.at))) : undefined;
}

/** The decision to which the reporter can object now; null = there is none yet, or the time is over. */
export function appealableDecision({ state }: Report, now: number): Decision | null {
  // While a page is hidden for a time, its report still waits for the decision.
  if (!('decision' in state) || mayDecide(state)) return null;
  return now > state.decision.at + appealTime ? null : state.decision;
}

/**
 * The reporter objects to a decision, once and within six months (Article 20 of Regulation (EU) 2022/2065). A repeated request does not change the
 * objection. False = there is no decision to object to.
 */
export async function makeReporterAppeal(deps: Deps, reportId: string, text: string): Promise<boolean> {
  const { store, clock, log } = deps;
  const now = clock.now();
  const made = await store.transaction(async (tx) => {
    const report = await tx.read(stored.report(reportId));
    const decision = report === undefined ? null : appealableDecision(report, now);
    if (report === undefined || decision === null) return { done: false, isNew: null };
    const appeal = newAppeal(report, decision, text, now);
    if ((await tx.read(stored.appeal(appeal.id))) !== undefined) return { done: true, isNew: null };
    tx.write(stored.appeal(appeal.id), appeal);
    const year = yearOf(now);
    tx.add(paths.yearCounts(year), { appeals: 1 }, { v: 1, year });
    newsOf(deps, appeal)?.write(tx);
    return { done: true, isNew: appeal.id };
  });
  if (made.isNew !== null) log.appealReceived({ appealId: made.isNew });
  return made.done;
}

function newAppeal(
  { id, subject, language }: Report,
  { outcome, facts, ground, by, byUid, at }: Decision,
  text: string,
  now: number,
): Appeal {
  return {
    v: 1,
    id: reporterAppealId(id, at),
    from: 'reporter',
    uid: subject?.uid ?? null,
    handle: subject?.handle ?? null,
    measure: outcome === 'no-action' ? 'none' : outcome,
    since: at,
    reason: `${facts} (${ground})`,
    decidedBy: by,
    ...(byUid === undefined ? {} : { decidedByUid: byUid }),
    reportId: id,
    text,
    language,
    madeAt: now,
    answer: null,
    expiresAt: null,
  };
}
