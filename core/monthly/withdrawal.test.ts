import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervals } from '../money/amount-limits';
import { fakeTip } from '../testing/fakes';
import { fakeMonthly } from '../testing/monthly-fakes';
import type { Tip } from '../tip/tip';
import { endReasons, monthlyStates, type Monthly } from './monthly';
import { withdrawalOf, withdrawUntil } from './withdrawal';

const day = 24 * 60 * 60_000;
const paid = { every: 'month', startedAt: 0, lastPaidAt: 1000, endReason: null } as const;

// Holds pay-276.
it('is fifteen days from the first payment, and for a yearly tip from each payment', () => {
  expect(withdrawUntil(paid)).toBe(15 * day);
  expect(withdrawUntil({ ...paid, lastPaidAt: 31 * day })).toBe(15 * day);
  expect(withdrawUntil({ ...paid, every: 'year', lastPaidAt: 365 * day })).toBe(380 * day);
});

it('stays open for who has stopped, and is over once used or before anything was paid', () => {
  expect(withdrawUntil({ ...paid, endReason: 'fan' })).toBe(15 * day);
  expect(withdrawUntil({ ...paid, endReason: 'withdrawn' })).toBeNull();
  expect(withdrawUntil({ ...paid, startedAt: null })).toBeNull();
  expect(withdrawUntil({ ...paid, lastPaidAt: null })).toBeNull();
});

describe('what a withdrawal would do', () => {
  const payment = (number: number, given: Partial<Tip> = {}): Tip => {
    const tip = fakeTip();
    const cycle = { monthlyId: 'tip1', number, invoiceId: null, subscriptionId: null, period: null };
    return {
      ...tip,
      tipId: `tip${number}`,
      payment: { ...tip.payment, status: 'succeeded' },
      cycle,
      ...given,
    };
  };
  const failed = (number: number): Tip => {
    const tip = payment(number);
    return { ...tip, payment: { ...tip.payment, status: 'failed' } };
  };
  const whole = ({ amount, refund }: Tip, part: Partial<Tip['refund']>) => ({
    refund: { ...refund, status: 'pending' as const, ...part },
    amount,
  });
  const of = (tips: readonly Tip[], given: Partial<Monthly> = {}) =>
    withdrawalOf(fakeMonthly({ state: 'active', ...paid, ...given }), tips, 15 * day);

  // Holds pay-390.
  it('is the same whether it runs or has ended, and for whatever reason but a withdrawal', () => {
    const tip = payment(1);
    fc.assert(
      fc.property(
        fc.constantFrom(...monthlyStates),
        fc.option(fc.constantFrom(...endReasons)),
        fc.constantFrom(...intervals),
        fc.nat(40),
        (state, endReason, every, days) => {
          const monthly = fakeMonthly({ ...paid, state, endReason, every });
          const isIn = days <= 15 && endReason !== 'withdrawn';
          const until = (every === 'year' ? paid.lastPaidAt : 0) + 15 * day;
          expect(withdrawalOf(monthly, [tip], days * day)).toEqual(
            isIn ? { kind: 'open', tip, until } : { kind: 'over' },
          );
        },
      ),
    );
  });

  it('gives the latest paid period back, whatever the order of the list and however later ones failed', () => {
    expect(of([payment(1), failed(3), payment(2)])).toMatchObject({ kind: 'open', tip: { tipId: 'tip2' } });
  });

  it('takes a payment without a number for the first one', () => {
    const { cycle: _none, ...first } = payment(1);
    for (const tips of [
      [first, payment(2)],
      [payment(2), first],
    ])
      expect(of(tips)).toMatchObject({ kind: 'open', tip: { tipId: 'tip2' } });
  });

  it('has nothing left without a payment, after a refund, on the way of one, and in a dispute', () => {
    const tip = payment(1);
    const empty = { kind: 'nothing-left' };
    expect(of([failed(1)])).toEqual(empty);
    expect(of([{ ...tip, ...whole(tip, { refunded: tip.amount }) }])).toEqual(empty);
    expect(of([{ ...tip, ...whole(tip, { refunded: 1, pending: tip.amount - 1 }) }])).toEqual(empty);
    for (const status of ['open', 'lost'] as const)
      expect(of([{ ...tip, dispute: { ...tip.dispute, status } }])).toEqual(empty);
    expect(of([{ ...tip, ...whole(tip, { refunded: 1 }) }])).toMatchObject({ kind: 'open' });
  });
});
