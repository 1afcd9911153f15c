import type { ShippedLanguage } from '../base/languages';

/** The kinds that the report form offers. */
export const formKinds = ['child-abuse', 'violence', 'fraud', 'rights', 'privacy', 'terms', 'other'] as const;
export type FormKind = (typeof formKinds)[number];

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
export type ReportStateName = ReportState['name'];

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
