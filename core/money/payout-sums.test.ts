import fc from 'fast-check';
import { expect, it } from 'vitest';
import { payoutLineKinds, type PayoutLine } from './payout';
import { payoutSums } from './payout-sums';

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
