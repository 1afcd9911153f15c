import { expect, it } from 'vitest';
import type { PayoutSchedule } from './payout';
import { nextPayoutDay } from './payout-days';

const next = (schedule: PayoutSchedule, now: string) => {
  const day = nextPayoutDay(schedule, Date.parse(now));
  return day === null ? null : new Date(day).toISOString().slice(0, 10);
};

it('finds the next day of a weekly payout, a week ahead on the day itself', () => {
  const fridays: PayoutSchedule = { interval: 'weekly', days: ['friday'] };
  expect(next(fridays, '2026-11-25T10:00:00Z')).toBe('2026-11-27');
  expect(next(fridays, '2026-11-27T10:00:00Z')).toBe('2026-12-04');
  expect(next({ interval: 'weekly', days: ['friday', 'monday'] }, '2026-11-27T10:00:00Z')).toBe('2026-11-30');
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
