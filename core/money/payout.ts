/** `pending`: Stripe has not sent it yet. `in_transit`: it is on its way to the bank. */
export const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/**
 * Whether Stripe says what is in a payout. `later`: it is still adding up. `never`: the payout was made by hand, so it is part of the balance and not
 * the sum of certain payments.
 */
export const payoutContents = ['listed', 'later', 'never'] as const;
export type PayoutContents = (typeof payoutContents)[number];

/** Money on its way to the owner's bank. Amounts in minor units of `currency`, times in epoch milliseconds. */
export interface Payout {
  readonly id: string;
  readonly amount: number;
  /** As Stripe writes it (`usd`); may be a currency that Busker takes no tips in. */
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly createdAt: number;
  /** When it reaches the bank, or reached it; Stripe's estimate before. A day in UTC. */
  readonly arrivesAt: number;
  readonly contents: PayoutContents;
  /** Stripe's code; null = the payout has not failed, or Stripe gave no reason. */
  readonly failureCode: string | null;
}

export const payoutLineKinds = [
  'tip',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-returned',
  'payout',
  'payout-failed',
  'other',
] as const;
export type PayoutLineKind = (typeof payoutLineKinds)[number];

/** A line of a payout: one movement of the balance. `amount - fee` is what it adds to the payout. */
export interface PayoutLine {
  readonly id: string;
  readonly kind: PayoutLineKind;
  readonly bookedAt: number;
  readonly amount: number;
  /** Positive = paid by the owner. */
  readonly fee: number;
  /** The payment that the line is about; null = it is about none. */
  readonly paymentIntentId: string | null;
  /** Stripe's own text about the line. */
  readonly about: string | null;
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
export type Weekday = (typeof weekdays)[number];

/** When Stripe pays out. `unknown`: Stripe says it in a way that this release does not know. */
export type PayoutSchedule =
  | { readonly interval: 'daily' | 'manual' | 'unknown' }
  | { readonly interval: 'weekly'; readonly days: readonly Weekday[] }
  | { readonly interval: 'monthly'; readonly days: readonly number[] };

/** What is on the balance in one currency, in minor units. Below zero = refunds, disputes and fees were more than the tips. */
export interface CurrencyBalance {
  readonly currency: string;
  /** Can be paid out. */
  readonly available: number;
  /** Becomes available in some days. */
  readonly pending: number;
}

export interface StripeBalance {
  readonly balances: readonly CurrencyBalance[];
  readonly schedule: PayoutSchedule;
  /** Stripe makes no payouts at the moment, for example after one has failed. */
  readonly paused: boolean;
}
