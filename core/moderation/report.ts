import type { ShippedLanguage } from '../locale/language-tags';
import { fail, ok, type Result } from '../base/result';

/** The kinds that the report form offers. */
export const formKinds = ['child-abuse', 'violence', 'fraud', 'rights', 'privacy', 'terms', 'other'] as const;

/** `order`: an order of an authority, which the host enters. */
export const reportKinds = [...formKinds, 'order'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Whether a report of this kind can be anonymous (Article 16 (2) (c) of Regulation (EU) 2022/2065). */
export const isAnonymous = (kind: ReportKind): boolean => kind === 'child-abuse';

/** Whether a report comes before others: a danger to life, abuse of a child, or an order of an authority. */
export const isUrgent = (kind: ReportKind): boolean =>
  kind === 'child-abuse' || kind === 'violence' || kind === 'order';

/** The possible decisions. `hidden` is temporary, so another decision follows it. */
export const outcomes = ['no-action', 'limited', 'hidden', 'suspended'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Decision {
  readonly outcome: Outcome;
  /** The facts and how the moderator weighed them, for the owner and the reporter. */
  readonly facts: string;
  /** The law or the part of the terms on which the decision is based. */
  readonly ground: string;
  /** Whether a machine found the content. A person always makes the decision. */
  readonly foundByMachine: boolean;
  /** The account of the person who decided. */
  readonly by: string;
  /** Their uid; undefined = decided at the command line, or by an earlier release. */
  readonly byUid?: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  /** When the measure ends by itself; null = when somebody changes it, or there is no measure. */
  readonly until: number | null;
}

export type AppealOutcome = 'upheld' | 'reversed';

export type ReportState =
  | { readonly name: 'received' }
  | { readonly name: 'looked-at'; readonly by: string; readonly at: number }
  | { readonly name: 'decided'; readonly decision: Decision }
  | { readonly name: 'appealed'; readonly decision: Decision; readonly appealedAt: number }
  | {
      readonly name: 'closed';
      readonly decision: Decision;
      /** Null = nobody objected in time. */
      readonly appeal: AppealOutcome | null;
      readonly at: number;
    };

/** `reports/{id}`: a report and its state. Times are in epoch milliseconds. */
export interface Report {
  readonly v: 1;
  readonly id: string;
  readonly state: ReportState;
  readonly kind: ReportKind;
  /** The address of the page, as the reporter typed it. */
  readonly address: string;
  /** The profile that the page shows; null = no profile was found at that address. */
  readonly subject: { readonly uid: string; readonly handle: string } | null;
  readonly ground: string;
  readonly why: string;
  readonly name: string | null;
  readonly email: string | null;
  /** The reporter's language, for mails. */
  readonly language: ShippedLanguage;
  readonly receivedAt: number;
  /** When the store erases the report; null = not while it waits for a decision or an answer. */
  readonly expiresAt: number | null;
}

const day = 24 * 60 * 60_000;

/** Milliseconds. Article 20 (1) of Regulation (EU) 2022/2065 asks for at least six months. */
export const appealTime = 184 * day;

/** Milliseconds from a decision until a report is erased: the time for objections, and the same time again for courts. */
const reportKept = 365 * day;

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

/** The decision as a state of the standing. `none`: it restricted nothing, and the reporter objects. */
export const measures = ['none', 'limited', 'payments-paused', 'hidden', 'suspended', 'closed'] as const;
export type Measure = (typeof measures)[number];

/** Milliseconds from the answer until an appeal is erased. */
export const appealKept = 365 * 24 * 60 * 60_000;

/** `appeals/{id}`: an objection of an owner to one restriction, or of a reporter to one decision. Times in epoch milliseconds. */
export interface Appeal {
  readonly v: 1;
  readonly id: string;
  readonly from: 'owner' | 'reporter';
  /** The owner of the page; null = the report led to no profile. */
  readonly uid: string | null;
  readonly handle: string | null;
  readonly measure: Measure;
  /** When the restriction began, or when the report was decided. */
  readonly since: number;
  /** The text of the restriction or of the decision, as it was read. */
  readonly reason: string;
  /** The account of the person who decided. */
  readonly decidedBy: string;
  /** Their uid; undefined = decided at the command line, or by an earlier release. */
  readonly decidedByUid?: string | undefined;
  /** The report that was decided; null = the restriction had no report. */
  readonly reportId: string | null;
  /** The text of the person who objects. */
  readonly text: string;
  /** The language of the answer (BCP 47). */
  readonly language: string;
  readonly madeAt: number;
  readonly answer: AppealAnswer | null;
  /** When the store erases the appeal; null = it has no answer yet. */
  readonly expiresAt: number | null;
}

export interface AppealAnswer {
  readonly outcome: AppealOutcome;
  readonly text: string;
  readonly by: string;
  readonly byUid?: string | undefined;
  readonly at: number;
  /** Whether the person who decided also answered, because the host has no other moderator. */
  readonly samePerson: boolean;
}

/** The id allows one objection of the owner for each restriction. */
export const appealId = (uid: string, since: number): string => `${uid}_${since}`;

/** The id allows one objection of the reporter for each decision. */
export const reporterAppealId = (reportId: string, decidedAt: number): string =>
  `report-${reportId}_${decidedAt}`;
