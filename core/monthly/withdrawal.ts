import type { Tip } from '../tip/tip';
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

/**
 * What a withdrawal would do. `open`: `tip` is the payment that goes back, with all that is left of it. `over`: its days have passed, or it was used.
 * `nothing-left`: nothing was paid, it went back already, or the bank has it because of a dispute.
 */
export type Withdrawal =
  | { readonly kind: 'open'; readonly tip: Tip; readonly until: number }
  | { readonly kind: 'over' }
  | { readonly kind: 'nothing-left' };

/**
 * The one rule of withdrawing, for every way to ask for it. `tips` are those of the monthly tip, in any order; `now` in epoch milliseconds. The state
 * plays no part: the right does not end with the contract, so who has stopped at once, or whose tip ended unpaid, still has all of their days.
 */
export function withdrawalOf(monthly: Monthly, tips: readonly Tip[], now: number): Withdrawal {
  const until = withdrawUntil(monthly);
  if (until === null || now > until) return { kind: 'over' };
  const tip = latestPaid(tips);
  if (tip === undefined) return { kind: 'nothing-left' };
  const { amount, refund, dispute } = tip;
  const isDisputed = dispute.status === 'open' || dispute.status === 'lost';
  return isDisputed || refund.refunded + refund.pending >= amount
    ? { kind: 'nothing-left' }
    : { kind: 'open', tip, until };
}

/** The payment of the latest period that was paid. */
export const latestPaid = (tips: readonly Tip[]): Tip | undefined =>
  tips
    .filter(({ payment }) => payment.status === 'succeeded')
    .toSorted((a, b) => (b.cycle?.number ?? 0) - (a.cycle?.number ?? 0))[0];
