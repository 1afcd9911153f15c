import type { Monthly } from './monthly';

const windowMs = 15 * 24 * 60 * 60_000;

/**
 * Until when the fan can withdraw and gets the latest payment back (epoch milliseconds); null = there is nothing to withdraw from. Everybody has fifteen
 * days from the first payment; a yearly tip again after each yearly renewal. EU directive 2011/83 gives fourteen, and only some fans have that right.
 */
export function withdrawUntil({
  every,
  startedAt,
  lastPaidAt,
  endReason,
}: Pick<Monthly, 'every' | 'startedAt' | 'lastPaidAt' | 'endReason'>): number | null {
  if (startedAt === null || lastPaidAt === null || endReason === 'withdrawn') return null;
  return (every === 'year' ? lastPaidAt : startedAt) + windowMs;
}
