import { fail, ok, type Result } from '../base/result';
import type { AppealOutcome, Decision, Report, ReportState } from './report';

const day = 24 * 60 * 60_000;

/** Milliseconds. Article 20 (1) of Regulation (EU) 2022/2065 asks for at least six months. */
export const appealTime = 184 * day;

/** Milliseconds from a decision until a report is erased: the time for objections, and the same time again for courts. */
export const reportKept = 365 * day;

export type ReportEvent =
  | { readonly kind: 'look'; readonly by: string; readonly at: number }
  | { readonly kind: 'decide'; readonly decision: Decision }
  | { readonly kind: 'appeal'; readonly at: number }
  | { readonly kind: 'decide-appeal'; readonly outcome: AppealOutcome; readonly at: number }
  /** The owner who objected has deleted the account. */
  | { readonly kind: 'withdraw-appeal'; readonly at: number }
  /** The reporter was right: the report is decided again. */
  | { readonly kind: 'reopen' }
  | { readonly kind: 'close'; readonly at: number };

/**
 * `wrong-state`: the event does not fit the state of the report. `too-late`: the time for objections is over. `too-early`: it is not over yet.
 * `nothing-done`: the host did nothing to the owner.
 */
export type ReportRefusal = 'wrong-state' | 'too-late' | 'too-early' | 'nothing-done';

type Next = Result<ReportState, ReportRefusal>;

/** The state of a report after an event. A pure function. */
export function afterEvent(state: ReportState, event: ReportEvent): Next {
  switch (event.kind) {
    case 'look':
      return state.name === 'received'
        ? ok({ name: 'looked-at', by: event.by, at: event.at })
        : fail('wrong-state');
    case 'decide':
      return mayDecide(state) ? ok({ name: 'decided', decision: event.decision }) : fail('wrong-state');
    case 'appeal':
      return appealed(state, event.at);
    case 'decide-appeal':
      if (state.name !== 'appealed') return fail('wrong-state');
      return ok({ name: 'closed', decision: state.decision, appeal: event.outcome, at: event.at });
    case 'withdraw-appeal':
      if (state.name !== 'appealed') return fail('wrong-state');
      return ok({ name: 'closed', decision: state.decision, appeal: null, at: event.at });
    case 'reopen':
      return 'decision' in state ? ok({ name: 'received' }) : fail('wrong-state');
    case 'close':
      if (state.name !== 'decided') return fail('wrong-state');
      if (event.at < state.decision.at + appealTime) return fail('too-early');
      return ok({ name: 'closed', decision: state.decision, appeal: null, at: event.at });
  }
}

/** Hiding a profile is temporary, so another decision can follow it. */
export const mayDecide = (state: ReportState): boolean =>
  state.name === 'received' ||
  state.name === 'looked-at' ||
  (state.name === 'decided' && state.decision.outcome === 'hidden');

function appealed(state: ReportState, at: number): Next {
  if (state.name !== 'decided') return fail('wrong-state');
  const { decision } = state;
  if (decision.outcome === 'no-action') return fail('nothing-done');
  if (at > decision.at + appealTime) return fail('too-late');
  return ok({ name: 'appealed', decision, appealedAt: at });
}

/** The report in a new state, with its new erasure time. A report with an open objection is not erased. */
export function inState(report: Report, state: ReportState): Report {
  const kept = state.name === 'decided' || state.name === 'closed';
  return { ...report, state, expiresAt: kept ? state.decision.at + reportKept : null };
}
