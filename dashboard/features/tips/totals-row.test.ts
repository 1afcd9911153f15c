import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumsOf } from '../../../core/tip/book-sums';
import { makeTip } from '../../testing/fakes';
import { chargedSum, linesOf } from './totals-row';

describe('total lines', () => {
  const cents = fc.integer({ min: 0, max: 100_000 });

  const bookedTip = fc
    .record({
      gross: cents,
      stripe: cents,
      application: cents,
      refund: cents,
      dispute: cents,
      disputeFee: cents,
    })
    .map(({ gross, stripe, application, refund, dispute, disputeFee }) =>
      makeTip({
        contrib: { count: 1, gross, refunded: refund, disputed: dispute },
        fees: {
          estimated: 0,
          stripe,
          application,
          net: gross - stripe - application,
          settlementCurrency: 'usd',
        },
        returned: {
          refundNet: -refund,
          disputeNet: -dispute - disputeFee,
          disputeFee,
          refundedAt: 1,
          disputedAt: 1,
        },
      }),
    );

  test('what was received, less refunds, disputes and fees, is what the owner keeps', () => {
    fc.assert(
      fc.property(fc.array(bookedTip, { minLength: 1, maxLength: 10 }), (tips) => {
        for (const sum of sumsOf(tips)) {
          const lines = linesOf(sum, true);
          const of = (line: string) => lines.find((one) => one.line === line)?.amount ?? 0;
          expect(of('charged') + of('refunds') + of('disputes') + of('fees')).toBe(of('kept'));
        }
      }),
    );
  });

  test('fees are not known before Stripe has booked a payment', () => {
    const [sum] = sumsOf([makeTip({ amount: 500 })]);
    expect(sum && linesOf(sum, true)).toEqual([
      { line: 'charged', amount: 500, currency: 'usd' },
      { line: 'kept', amount: null, currency: 'usd' },
    ]);
  });

  test('the server’s totals have no fees, and say nothing about them', () => {
    const sum = chargedSum('usd', { count: 2, gross: 1000, refunded: 300, disputed: 0 });
    expect(linesOf(sum, false).map(({ line, amount }) => [line, amount])).toEqual([
      ['charged', 1000],
      ['refunds', -300],
    ]);
  });

  test('a payment that was booked in another currency has both amounts', () => {
    const fees = { estimated: 0, stripe: 50, application: 0, net: 410, settlementCurrency: 'eur' };
    const [sum] = sumsOf([makeTip({ amount: 500, fees })]);
    expect(sum && linesOf(sum, true).map(({ line, amount, currency }) => [line, amount, currency])).toEqual([
      ['charged', 500, 'usd'],
      ['received', 460, 'eur'],
      ['fees', -50, 'eur'],
      ['kept', 410, 'eur'],
    ]);
  });
});
