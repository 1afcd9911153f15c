import type { Currency } from '../money/money';

/**
 * `sandbox`: everything on one machine. `single`: one owner with their own Stripe account. `connect`: many owners, each with a connected account.
 */
export const paymentsModes = ['sandbox', 'single', 'connect'] as const;

export type PaymentsMode = (typeof paymentsModes)[number];

/**
 * Whether Stripe allows card payments. `none`: the owner has not started. `pending`: Stripe is reviewing the owner's data. `restricted`: Stripe
 * requires more data before (further) tips. `unsupported`: not possible for this account.
 */
export const cardPaymentStatuses = ['none', 'pending', 'active', 'restricted', 'unsupported'] as const;

export type CardPaymentStatus = (typeof cardPaymentStatuses)[number];

/**
 * `accounts/{uid}/server/payments`: the state of an owner's Stripe account. Functions write it, the owner reads it. Countries are ISO 3166 in upper
 * case.
 */
export interface PaymentsState {
  readonly v: 1;
  readonly mode: PaymentsMode;
  /** The connected account; null in single mode and before one is created. */
  readonly accountId: string | null;
  readonly livemode: boolean;
  readonly country: string | null;
  /** The currency of new tips: the account's default, or the one that the owner chose among its settlement currencies. */
  readonly currency: Currency | null;
  /** The country whose fees apply. It differs from `country` only where an operator sets it. */
  readonly feesCountry: string | null;
  readonly cardPayments: CardPaymentStatus;
  /** Whether Stripe allows Link, its wallet, on this account. If so, fans can choose Link or a card. */
  readonly linkPayments: boolean;
  /** Stripe's names of the missing data (`individual.verification.document`). */
  readonly requirements: readonly string[];
  /** The deadline for `requirements`, after which payments stop; null = no deadline. */
  readonly requirementsDueAt: number | null;
  /** The owner disconnected the account in Stripe's dashboard. */
  readonly disconnectedAt: number | null;
  /** After too many declined cards: no tips until this time. */
  readonly pausedUntil: number | null;
  /** When Stripe was last asked. */
  readonly checkedAt: number | null;
  readonly updatedAt: number;
}

/** The part of a payments state that decides whether and in which currency visitors can tip. */
export type PublicPayments = Pick<
  PaymentsState,
  'mode' | 'accountId' | 'livemode' | 'currency' | 'cardPayments' | 'disconnectedAt' | 'pausedUntil'
>;

export const publicPayments = ({
  mode,
  accountId,
  livemode,
  currency,
  cardPayments,
  disconnectedAt,
  pausedUntil,
}: PublicPayments): PublicPayments => ({
  mode,
  accountId,
  livemode,
  currency,
  cardPayments,
  disconnectedAt,
  pausedUntil,
});

/** A payments state that can take a tip now, with the fields that a tip needs. */
export interface ReadyPayments extends PaymentsState {
  readonly currency: Currency;
}

/** Undefined when no tip can be taken at `now`. */
export function readyPayments<P extends PublicPayments>(
  payments: P | null,
  now: number,
): (P & { readonly currency: Currency }) | undefined {
  if (payments?.cardPayments !== 'active' || payments.disconnectedAt !== null) return undefined;
  if (payments.currency === null || (payments.pausedUntil ?? 0) > now) return undefined;
  if (payments.accountId === null && payments.mode === 'connect') return undefined;
  return { ...payments, currency: payments.currency };
}

/** The state of an owner who has not started. */
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
    linkPayments: false,
    requirements: [],
    requirementsDueAt: null,
    disconnectedAt: null,
    pausedUntil: null,
    checkedAt: null,
    updatedAt: now,
  };
}
