import type { Metadata } from './payment-entities';

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday';

/** When Stripe pays out. The days of weekly and monthly payouts. */
export type PayoutSchedule =
  | { readonly interval: 'manual' | 'daily' }
  | { readonly interval: 'weekly'; readonly days: readonly Weekday[] }
  | { readonly interval: 'monthly'; readonly days: readonly number[] };

/** Stripe's error codes of a payout that a bank refuses. The sandbox has one for each of Stripe's test bank accounts that fail. */
export type PayoutFailureCode =
  'account_closed' | 'no_account' | 'insufficient_funds' | 'debit_not_authorized' | 'invalid_currency';

export interface PayoutEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly automatic: boolean;
  readonly status: 'pending' | 'in_transit' | 'paid' | 'failed';
  readonly reconciliation: 'completed' | 'in_progress' | 'not_applicable';
  readonly arrivalDate: number;
  readonly balanceTransaction: string;
  readonly failure: { readonly code: PayoutFailureCode; readonly balanceTransaction: string } | null;
  readonly description: string | null;
  readonly metadata: Metadata;
}
