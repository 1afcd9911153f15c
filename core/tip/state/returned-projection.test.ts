import { expect, it } from 'vitest';
import { projectReturned } from './returned-projection';
import type { DisputeSnapshot, RefundSnapshot } from './payment-snapshot';

const refund = (booked: number | null, createdAt = 1000): RefundSnapshot => ({
  id: `re_${createdAt}`,
  amount: 300,
  status: 'succeeded',
  booked,
  createdAt,
});
const dispute = (net: number, fee: number): DisputeSnapshot => ({
  id: 'dp_1',
  amount: 500,
  status: 'needs_response',
  dueBy: null,
  createdAt: 5000,
  booked: { net, fee },
});

it('adds up what Stripe booked for refunds and disputes, with the dates of the latest', () => {
  const refunds = [refund(-300, 1000), refund(0, 3000), refund(-200, 2000)];
  expect(projectReturned(null, { refunds, disputes: [dispute(-2000, 1500)] })).toEqual({
    refundNet: -500,
    disputeNet: -2000,
    disputeFee: 1500,
    refundedAt: 3000,
    disputedAt: 5000,
  });
});

it('counts nothing for a refund that Stripe has not booked yet', () => {
  expect(projectReturned(null, { refunds: [refund(null)], disputes: [] })).toMatchObject({ refundNet: 0 });
});

it('keeps the stored part when an answer leaves out a list', () => {
  const before = projectReturned(null, { refunds: [refund(-300)], disputes: [dispute(-2000, 1500)] });
  expect(projectReturned(before, { refunds: [], disputes: [] })).toBe(before);
  expect(projectReturned(before, { refunds: [], disputes: [dispute(-1500, 1500)] })).toMatchObject({
    refundNet: -300,
    disputeNet: -1500,
  });
  expect(projectReturned(before, { refunds: [refund(-500)], disputes: [] })).toMatchObject({
    refundNet: -500,
    disputeNet: -2000,
  });
});

it('says nothing about a tip that was never returned', () => {
  expect(projectReturned(null, { refunds: [], disputes: [] })).toBeNull();
});
