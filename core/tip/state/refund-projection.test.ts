import { describe, expect, it, test } from 'vitest';
import { fakeSnapshot, fakeTip } from '../../testing/fakes';
import type { RefundSnapshot } from './payment-snapshot';
import type { Tip } from '../tip';
import { contributionDelta, projectTip } from './tip-projection';

const paid = projectTip(fakeTip(), fakeSnapshot());
const refund = (amount: number, status: RefundSnapshot['status'], id = 're_1'): RefundSnapshot => ({
  id,
  amount,
  status,
});

describe('refunds', () => {
  test.each<
    [name: string, refunds: RefundSnapshot[], group: Tip['refund'], state: Tip['state'], counted: number]
  >([
    [
      'a part',
      [refund(200, 'succeeded')],
      { status: 'partial', refunded: 200, pending: 0 },
      'partially_refunded',
      200,
    ],
    ['all of it', [refund(546, 'succeeded')], { status: 'full', refunded: 546, pending: 0 }, 'refunded', 546],
    [
      'on its way',
      [refund(546, 'pending')],
      { status: 'pending', refunded: 0, pending: 546 },
      'refunded',
      546,
    ],
    [
      'needing the fan',
      [refund(100, 'requires_action')],
      { status: 'pending', refunded: 0, pending: 100 },
      'partially_refunded',
      100,
    ],
    [
      'failed',
      [{ ...refund(546, 'failed'), failureReason: 'declined' }],
      { status: 'failed', refunded: 0, pending: 0, failure: { amount: 546, reason: 'declined' } },
      'paid',
      0,
    ],
    [
      'one that failed after an earlier one',
      [
        { ...refund(100, 'succeeded'), createdAt: 1 },
        { ...refund(50, 'failed', 're_2'), createdAt: 2 },
      ],
      { status: 'partial', refunded: 100, pending: 0, failure: { amount: 50, reason: null } },
      'partially_refunded',
      100,
    ],
    [
      'one that failed and was made good by a later one',
      [
        { ...refund(50, 'failed'), createdAt: 1 },
        { ...refund(50, 'pending', 're_2'), createdAt: 2 },
      ],
      { status: 'pending', refunded: 0, pending: 50 },
      'partially_refunded',
      50,
    ],
    ['canceled', [refund(546, 'canceled')], { status: 'none', refunded: 0, pending: 0 }, 'paid', 0],
    [
      'in two parts',
      [refund(300, 'succeeded'), refund(246, 'succeeded', 're_2')],
      { status: 'full', refunded: 546, pending: 0 },
      'refunded',
      546,
    ],
  ])('%s', (_name, refunds, group, state, counted) => {
    const projected = projectTip(paid, fakeSnapshot({ refunds }));
    expect(projected.refund).toEqual(group);
    expect(projected.state).toBe(state);
    expect(projected.contrib.refunded).toBe(counted);
  });

  it('raise the totals again when one fails', () => {
    const pending = projectTip(paid, fakeSnapshot({ refunds: [refund(546, 'pending')] }));
    const failed = projectTip(pending, fakeSnapshot({ refunds: [refund(546, 'failed')] }));
    expect(contributionDelta(pending.contrib, failed.contrib)).toEqual({
      count: 0,
      gross: 0,
      refunded: -546,
      disputed: 0,
    });
  });

  it('reserve our own request while Stripe does not have it, without counting it', () => {
    const projected = projectTip(paid, fakeSnapshot(), 200);
    expect(projected.refund).toEqual({ status: 'pending', refunded: 0, pending: 200 });
    expect(projected).toMatchObject({ state: 'paid', contrib: { refunded: 0 } });
  });
});

it('show the latest failed refund, in whatever order Stripe lists them', () => {
  const failed = (amount: number, createdAt: number): RefundSnapshot => ({
    ...refund(amount, 'failed', `re_${amount}`),
    createdAt,
  });
  const listed = [failed(100, 1), failed(300, 3), failed(200, 2), refund(50, 'failed')];
  const after = projectTip(fakeTip(), fakeSnapshot({ refunds: listed }));
  expect(after.refund.failure).toEqual({ amount: 300, reason: null });
});
