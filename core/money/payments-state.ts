import type { Currency } from './currency-codes';
import type { PaymentsMode } from './payments-mode';

/**
 * Stripe's word on taking card payments. `none`: nothing was begun. `pending`: Stripe is looking at what the owner gave.
 * `restricted`: Stripe wants more before (further) tips. `unsupported`: not possible for this account.
 */
export const cardPaymentStatuses = ['none', 'pending', 'active', 'restricted', 'unsupported'] as const;

export type CardPaymentStatus = (typeof cardPaymentStatuses)[number];

/**
 * `accounts/{uid}/server/payments`: what Stripe decides about an owner; functions write it, the owner reads it. Countries are
 * ISO 3166 in upper case.
 */
export interface PaymentsState {
  readonly v: 1;
  readonly mode: PaymentsMode;
  /** The connected account; null in single mode and before one was made. */
  readonly accountId: string | null;
  readonly livemode: boolean;
  readonly country: string | null;
  /** Of every new tip: the account's default currency, or the one the owner chose among those it settles. */
  readonly currency: Currency | null;
  /** Whose row of the fee table is used; differs from `country` only where an operator knows better. */
  readonly feesCountry: string | null;
  readonly cardPayments: CardPaymentStatus;
  /** Stripe's names of what it still wants (`individual.verification.document`). */
  readonly requirements: readonly string[];
  /** When `requirements` must be answered before payments stop; null = no date. */
  readonly requirementsDueAt: number | null;
  /** The owner cut the connection at Stripe's side. */
  readonly disconnectedAt: number | null;
  /** Too many declines: no tips until then. */
  readonly pausedUntil: number | null;
  /** When Stripe was last asked. */
  readonly checkedAt: number | null;
  readonly updatedAt: number;
}

/** Payments that can take a tip now, with what a tip needs of them. */
export interface ReadyPayments extends PaymentsState {
  readonly currency: Currency;
}

/** Undefined as long as no tip can be taken at `now`. */
export function readyPayments(payments: PaymentsState | null, now: number): ReadyPayments | undefined {
  if (payments?.cardPayments !== 'active' || payments.disconnectedAt !== null) return undefined;
  if (payments.currency === null || (payments.pausedUntil ?? 0) > now) return undefined;
  if (payments.accountId === null && payments.mode === 'connect') return undefined;
  return { ...payments, currency: payments.currency };
}

/** An owner who has not begun. */
export function noPayments(mode: PaymentsMode, livemode: boolean, now: number): PaymentsState {
  return {
    v: 1,
    mode,
    accountId: null,
    livemode,
    country: null,
    currency: null,
    feesCountry: null,
    cardPayments: 'none',
    requirements: [],
    requirementsDueAt: null,
    disconnectedAt: null,
    pausedUntil: null,
    checkedAt: null,
    updatedAt: now,
  };
}
