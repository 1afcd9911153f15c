import { monthsOf, type Interval } from '../money/intervals';

/**
 * The start of the period `count` intervals after the first payment (epoch milliseconds, UTC). In a shorter month the last day replaces the day of
 * the first payment, and that day comes back in the next longer month: https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function periodAfter(anchor: number, every: Interval, count: number): number {
  const from = new Date(anchor);
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + count * monthsOf(every);
  const year = Math.floor(months / 12);
  const month = months % 12;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay));
  const ofDay = anchor - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return midnight + ofDay;
}

/** Longer than Stripe needs to make an invoice after its period began. */
const toleranceMs = 3 * 24 * 60 * 60_000;

/**
 * The number of the period that begins at `from`, 1 = the first. It depends on nothing but the two times, so every server counts alike. An owner who
 * moves the day of payment at Stripe cannot make a later period the first one again.
 */
export function cycleNumber(anchor: number, every: Interval, from: number, isFirst: boolean): number {
  if (isFirst) return 1;
  let count = 1;
  while (periodAfter(anchor, every, count + 1) <= from + toleranceMs) count += 1;
  return count + 1;
}
