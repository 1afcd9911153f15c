import type { ShippedLanguage } from '../base/languages';
import type { Currency } from '../money/currency-codes';
import type { Interval } from '../money/intervals';
import type { PaymentsMode } from '../money/payments-mode';
import type { Tip } from '../tip/tip';

/**
 * `starting`: not paid yet. `never-began`: Stripe's page ran out. `ending`: paid until the end of the period, then over. `needs-action`: the card's
 * bank asks the fan to confirm. `overdue`: the last charge did not go through.
 */
export const monthlyStates = [
  'starting',
  'never-began',
  'active',
  'ending',
  'paused',
  'needs-action',
  'overdue',
  'ended',
] as const;
export type MonthlyState = (typeof monthlyStates)[number];

/** The states after which nothing is charged any more. */
export const isOver = (state: MonthlyState): boolean => state === 'never-began' || state === 'ended';

/** Who or what ended it. `account`: the owner deleted the account. `stripe`: somebody at Stripe, or in its dashboard. */
export const endReasons = [
  'fan',
  'owner',
  'payment_failed',
  'disputed',
  'withdrawn',
  'overdue',
  'account',
  'stripe',
] as const;
export type EndReason = (typeof endReasons)[number];

/** The statuses of a Stripe subscription. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A monthly tip's share of its owner's monthly support, in minor units. It counts only while the next charge is to be expected. */
export interface MonthlyContribution {
  readonly active: 0 | 1;
  readonly perYear: number;
}

export const noSupport: MonthlyContribution = { active: 0, perYear: 0 };

/** What a fan read and agreed to in the language of the page. `at` in epoch milliseconds. */
export interface Consent {
  readonly words: string;
  readonly wordsVersion: number;
  readonly language: ShippedLanguage;
  readonly at: number;
}

/** The consent to another amount, in minor units of one period. */
export interface AmountConsent extends Consent {
  readonly amount: number;
}

/** The card that pays; null when Stripe has none, or another method pays. */
export interface MonthlyCard {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/**
 * `profiles/{uid}/monthly/{monthlyId}`, written only by functions: what a fan promised to pay every month or year, and how it stands at Stripe.
 * `monthlyId` is the id of its first tip. Each period that is charged is a tip of its own. Amounts in minor units of `currency`, of one period;
 * times in epoch milliseconds.
 */
export interface Monthly {
  readonly v: 1;
  /** Grows by one with each write, for compare-and-set. */
  readonly rev: number;
  readonly monthlyId: string;
  readonly ownerUid: string;
  readonly handle: string;
  readonly livemode: boolean;
  readonly mode: PaymentsMode;
  readonly currency: Currency;
  readonly every: Interval;
  readonly amount: number;
  readonly tipAmount: number;
  readonly coverAmount: number;
  /** The host's share, in basis points. It stays as it was at the start. */
  readonly shareBps: number;
  /** What the fan read above the button when they agreed. */
  readonly consent: Consent;
  /** What the fan read at the latest changes of the amount, the oldest first. Stripe may have taken any of them whose answer is lost. */
  readonly amountConsents: readonly AmountConsent[];
  readonly fan: { readonly name: string | null; readonly anonymous: boolean };
  readonly source: Tip['source'];
  readonly stripe: {
    readonly accountId: string | null;
    readonly checkoutSessionId: string | null;
    readonly subscriptionId: string | null;
    readonly itemId: string | null;
    readonly customerId: string | null;
    readonly productId: string;
    readonly latestInvoiceId: string | null;
  };
  readonly card: MonthlyCard | null;
  readonly stripeStatus: SubscriptionStatus | null;
  readonly state: MonthlyState;
  readonly startedAt: number | null;
  readonly periodEnd: number | null;
  /** When Stripe will charge next; null = never, or nobody knows. */
  readonly nextChargeAt: number | null;
  readonly pausedUntil: number | null;
  readonly endingAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: EndReason | null;
  /** What was requested of Stripe and is not confirmed yet; null = nothing. */
  readonly asked: { readonly what: 'stop' | 'end'; readonly reason: EndReason; readonly at: number } | null;
  readonly failing: {
    /** The start of the period that is not paid. */
    readonly since: number;
    readonly attempts: number;
    readonly nextAttemptAt: number | null;
    readonly needsAction: boolean;
  } | null;
  readonly paidCycles: number;
  readonly lastPaidAt: number | null;
  /** When Stripe made the latest invoice that we have seen. */
  readonly lastInvoiceAt: number | null;
  /** Stripe has answered about the monthly tip, and not yet about all of its tips. Absent = about all. */
  readonly tipsBehind?: true;
  /**
   * Stripe has not shown us the owner's account since then: the state is what was seen last. `lookAt` is when Stripe is asked whether the account is
   * back. Absent = Stripe shows it.
   */
  readonly elsewhere?: { readonly since: number; readonly lookAt: number };
  readonly contrib: MonthlyContribution;
  readonly requestHash: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly syncedAt: number | null;
}

/** What is known of a monthly tip before the fan has paid. */
export const notBegun = {
  card: null,
  stripeStatus: null,
  state: 'starting',
  startedAt: null,
  periodEnd: null,
  nextChargeAt: null,
  pausedUntil: null,
  endingAt: null,
  endedAt: null,
  endReason: null,
  asked: null,
  failing: null,
  paidCycles: 0,
  lastPaidAt: null,
  lastInvoiceAt: null,
  contrib: noSupport,
} as const satisfies Partial<Monthly>;
