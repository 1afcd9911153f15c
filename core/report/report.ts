import type { ShippedLanguage } from '../base/languages';

/** What the report form offers. */
export const formKinds = ['child-abuse', 'violence', 'fraud', 'rights', 'privacy', 'terms', 'other'] as const;
export type FormKind = (typeof formKinds)[number];

/** `order`: an order of an authority, which the host writes down. */
export const reportKinds = [...formKinds, 'order'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Where nobody needs to say who they are (Article 16 (2) (c) of Regulation (EU) 2022/2065). */
export const isAnonymous = (kind: ReportKind): boolean => kind === 'child-abuse';

/** A life may be in danger, or a crime against a child goes on: looked at before all others. */
export const isUrgent = (kind: ReportKind): boolean =>
  kind === 'child-abuse' || kind === 'violence' || kind === 'order';

/** What can be decided. `hidden` is for a time, so another decision follows it. */
export const outcomes = ['no-action', 'limited', 'hidden', 'suspended'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Decision {
  readonly outcome: Outcome;
  /** The facts and the weighing, for the owner and the reporter. */
  readonly facts: string;
  /** The law or the part of the terms. */
  readonly ground: string;
  /** Whether a machine found the content. The decision itself is always a person's. */
  readonly foundByMachine: boolean;
  /** The account of the person who decided. */
  readonly by: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** When the measure ends by itself; null = when somebody changes it, or there is none. */
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

/** `reports/{id}`: what somebody reported, and what became of it. Times in epoch milliseconds. */
export interface Report {
  readonly v: 1;
  readonly id: string;
  readonly state: ReportState;
  readonly kind: ReportKind;
  /** The page, as the reporter gave it. */
  readonly address: string;
  /** The profile that the page shows; null = none was found at that address. */
  readonly subject: { readonly uid: string; readonly handle: string } | null;
  readonly ground: string;
  readonly why: string;
  readonly name: string | null;
  readonly email: string | null;
  /** What the reporter used, for mails. */
  readonly language: ShippedLanguage;
  readonly receivedAt: number;
  /** When the store erases the report; null = not before it is decided. */
  readonly expiresAt: number | null;
}
