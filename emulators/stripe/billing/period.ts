import type { BillingInterval } from '../state/billing-entities';

/**
 * The start of a period, in seconds: the anchor plus whole intervals, in UTC. In a shorter month the last day stands for
 * the anchor's day, and the anchor's day comes back in the next longer one:
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function periodStart(anchor: number, interval: BillingInterval, count: number): number {
  const from = new Date(anchor * 1000);
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = months % 12;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), last);
  return Date.UTC(year, month, day, from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()) / 1000;
}

/** The same time of day that many months later, in milliseconds. */
export const monthsLater = (now: number, months: number): number =>
  periodStart(Math.floor(now / 1000), 'month', months) * 1000 + (now % 1000);
