import type { PayoutLine } from './payout';

/** What a payout is made of, in minor units of its currency. `total` is the amount that reaches the bank. */
export interface PayoutSums {
  /** What the payments brought, before fees. */
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
