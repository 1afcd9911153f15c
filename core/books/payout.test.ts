import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextPayoutDay,
  payoutFailure,
  payoutLineKinds,
  payoutSums,
  type PayoutLine,
  type PayoutSchedule,
} from './payout';

describe('payout days', () => {
  const next = (schedule: PayoutSchedule, now: string) => {
    const day = nextPayoutDay(schedule, Date.parse(now));
    return day === null ? null : new Date(day).toISOString().slice(0, 10);
  };

  it('finds the next day of a weekly payout, a week ahead on the day itself', () => {
    const fridays: PayoutSchedule = { interval: 'weekly', days: ['friday'] };
    expect(next(fridays, '2026-11-25T10:00:00Z')).toBe('2026-11-27');
    expect(next(fridays, '2026-11-27T10:00:00Z')).toBe('2026-12-04');
    expect(next({ interval: 'weekly', days: ['friday', 'monday'] }, '2026-11-27T10:00:00Z')).toBe(
      '2026-11-30',
    );
  });

  it('finds the next day of a monthly payout, and the last day of a short month', () => {
    expect(next({ interval: 'monthly', days: [1] }, '2026-11-25T10:00:00Z')).toBe('2026-12-01');
    expect(next({ interval: 'monthly', days: [31] }, '2027-01-31T10:00:00Z')).toBe('2027-02-28');
    expect(next({ interval: 'monthly', days: [15] }, '2026-12-15T00:00:00Z')).toBe('2027-01-15');
  });

  it('knows no single day of daily and manual payouts', () => {
    for (const interval of ['daily', 'manual', 'unknown'] as const)
      expect(next({ interval }, '2026-11-25T10:00:00Z')).toBeNull();
  });
});

describe('payout sums', () => {
  const anyLine: fc.Arbitrary<PayoutLine> = fc.record({
    id: fc.string(),
    kind: fc.constantFrom(...payoutLineKinds),
    bookedAt: fc.nat(),
    amount: fc.integer({ min: -99_999_999, max: 99_999_999 }),
    fee: fc.integer({ min: -10_000, max: 99_999 }),
    paymentIntentId: fc.constant(null),
    about: fc.constant(null),
  });

  it('parts add up to the total, which is the sum of all lines after fees, for any lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const { total, ...parts } = payoutSums(lines);
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(total).toBe(lines.reduce((sum, { amount, fee }) => sum + amount - fee, 0));
      }),
    );
  });

  it('names each part of a payout', () => {
    const line = (kind: PayoutLine['kind'], amount: number, fee = 0): PayoutLine => ({
      id: kind,
      kind,
      bookedAt: 0,
      amount,
      fee,
      paymentIntentId: null,
      about: null,
    });
    const lines = [
      line('tip', 1000, 59),
      line('tip', 500, 45),
      line('refund', -300),
      line('refund-failed', 300),
      line('dispute', -500, 1500),
      line('dispute-returned', 500),
      line('payout', -200),
      line('payout-failed', 700),
      line('other', -10),
    ];
    expect(payoutSums(lines)).toEqual({
      tips: 1500,
      refunds: 0,
      disputes: 0,
      fees: -1604,
      payouts: 500,
      other: -10,
      total: 386,
    });
  });
});

describe('payout failure', () => {
  it('groups Stripe’s codes by what the owner can do, and takes any other code', () => {
    expect(payoutFailure('account_closed')).toBe('account-closed');
    expect(payoutFailure('no_account')).toBe('account-unknown');
    expect(payoutFailure('incorrect_account_holder_name')).toBe('wrong-holder');
    expect(payoutFailure('declined')).toBe('bank-refused');
    expect(payoutFailure('invalid_currency')).toBe('wrong-currency');
    expect(payoutFailure('insufficient_funds')).toBe('balance-too-low');
    expect(payoutFailure('a_new_code')).toBe('other');
    expect(payoutFailure(null)).toBe('other');
  });
});
