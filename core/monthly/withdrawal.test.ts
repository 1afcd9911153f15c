import { expect, it } from 'vitest';
import { withdrawUntil } from './withdrawal';

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
