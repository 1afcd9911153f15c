/** `pending`: Stripe has not sent it yet. `in_transit`: it is on its way to the bank. */
export const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/**
 * Whether Stripe says what is in a payout. `later`: it is still adding up. `never`: the payout was made by hand, so it is part of the balance and not
 * the sum of certain payments.
 */
export const payoutContents = ['listed', 'later', 'never'] as const;
type PayoutContents = (typeof payoutContents)[number];

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
type Weekday = (typeof weekdays)[number];

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

const dayMs = 24 * 60 * 60_000;
const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** In a short month, its last day stands for the days that it lacks. */
function isPayoutDay(schedule: PayoutSchedule, date: Date): boolean {
  if (schedule.interval === 'weekly') return schedule.days.some((day) => day === names[date.getUTCDay()]);
  if (schedule.interval !== 'monthly') return false;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return schedule.days.some((day) => Math.min(day, last) === date.getUTCDate());
}

/**
 * The next day on which a weekly or monthly payout is due, as the start of that day in UTC; null = every day, or none. Stripe moves it when the day is
 * no business day, so it is an estimate.
 */
export function nextPayoutDay(schedule: PayoutSchedule, now: number): number | null {
  const today = now - (now % dayMs);
  const days = Array.from({ length: 32 }, (_, ahead) => today + (ahead + 1) * dayMs);
  return days.find((day) => isPayoutDay(schedule, new Date(day))) ?? null;
}

/** What a payout is made of, in minor units of its currency. `total` is the amount that reaches the bank. */
export interface PayoutSums {
  /** The payments before fees. */
  readonly tips: number;
  /** Zero or negative: refunds, and refunds that failed. */
  readonly refunds: number;
  /** Disputes that a bank took back, and those that were won. */
  readonly disputes: number;
  /** Zero or negative. */
  readonly fees: number;
  /** Earlier payouts: positive for those that failed, negative for those that were made by hand. */
  readonly payouts: number;
  readonly other: number;
  readonly total: number;
}

const partOf = {
  tip: 'tips',
  refund: 'refunds',
  'refund-failed': 'refunds',
  dispute: 'disputes',
  'dispute-returned': 'disputes',
  payout: 'payouts',
  'payout-failed': 'payouts',
  other: 'other',
} as const satisfies Record<PayoutLine['kind'], keyof PayoutSums>;

/** The sums of all lines of a payout. The parts add up to `total`. */
export function payoutSums(lines: readonly PayoutLine[]): PayoutSums {
  const sums = { tips: 0, refunds: 0, disputes: 0, fees: 0, payouts: 0, other: 0, total: 0 };
  for (const { kind, amount, fee } of lines) {
    sums[partOf[kind]] += amount;
    sums.fees -= fee;
    sums.total += amount - fee;
  }
  return sums;
}

/**
 * Stripe's codes of failed payouts, by what the owner can do: https://docs.stripe.com/api/payouts/failures. `other` = Stripe gave no reason, or one
 * that is not listed here.
 */
const codes = {
  'account-closed': ['account_closed', 'account_frozen'],
  'account-unknown': ['no_account', 'invalid_account_number'],
  'wrong-holder': [
    'incorrect_account_holder_name',
    'incorrect_account_holder_address',
    'incorrect_account_holder_tax_id',
    'bank_ownership_changed',
  ],
  'bank-refused': [
    'bank_account_restricted',
    'could_not_process',
    'debit_not_authorized',
    'declined',
    'unsupported_card',
  ],
  'wrong-currency': ['invalid_currency'],
  'balance-too-low': ['insufficient_funds'],
} as const;

type PayoutFailure = keyof typeof codes | 'other';

export function payoutFailure(code: string | null): PayoutFailure {
  const found = Object.entries(codes).find(([, known]) => known.some((each) => each === code));
  return (found?.[0] as PayoutFailure | undefined) ?? 'other';
}
