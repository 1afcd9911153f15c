import type { Currency } from '../money/currency-codes';
import type { GoalStart } from '../profile/goal-start';
import { noContribution, type Tip } from './tip';

/** A tip paid with a test card that is set aside, because its server takes real money now: it stays in the list and counts nowhere. */
export const isTestTip = ({ livemode, payment, contrib }: Tip): boolean =>
  !livemode && payment.status === 'succeeded' && contrib.count === 0;

/** A test tip that no longer counts. */
export const setAside = (tip: Tip): Tip => ({ ...tip, contrib: noContribution });

/** Where a goal began, once what was kept of a test tip is out of the totals. A goal that began before real tips begins with nothing. */
export function goalStartWithout(start: GoalStart, currency: Currency, kept: number): GoalStart {
  const before = start.kept[currency];
  if (before === undefined) return start;
  return { ...start, kept: { ...start.kept, [currency]: Math.max(0, before - kept) } };
}
