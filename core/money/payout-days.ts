import type { PayoutSchedule } from './payout';

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
