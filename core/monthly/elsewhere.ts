import type { PaymentsState } from '../money/payments-state';
import { askedAfterEnd } from './asked';
import { isOver, noSupport, type Monthly } from './monthly';
import { tipsAre } from './tips-behind';

const week = 7 * 24 * 60 * 60_000;

/**
 * Stripe does not show us the owner's account any more, so nobody here knows how it stands: it may be charged there, or have ended. It counts no more,
 * and nothing of it can be changed here. Documents of earlier releases only show it by an active state that does not count.
 */
export const isElsewhere = ({ state, contrib, elsewhere }: Monthly): boolean =>
  !isOver(state) && (elsewhere !== undefined || (state === 'active' && contrib.active === 0));

/** The same, also while the marks are not written yet: by the account that is connected now. */
export const isOutOfReach = (
  monthly: Monthly,
  payments: Pick<PaymentsState, 'accountId' | 'disconnectedAt'> | null,
): boolean => {
  if (isElsewhere(monthly)) return true;
  if (payments === null || isOver(monthly.state)) return false;
  return payments.disconnectedAt !== null || payments.accountId !== monthly.stripe.accountId;
};

/**
 * Stripe has not shown the account at `now` (epoch milliseconds). The state stays as it was seen last. The next look is a week later, and then after as
 * long again as the account has been away: nobody asks every week for ever, and one that comes back unnoticed is still found. What is open of one that
 * has ended can be voided only by somebody at Stripe, and about its tips nothing more is asked: it has no mark, unless its withdrawal waits for the money.
 */
export function outOfReach({ elsewhere, ...monthly }: Monthly, now: number): Monthly {
  const asked = isOver(monthly.state) ? askedAfterEnd(monthly) : monthly.asked;
  const away = { ...tipsAre(false, monthly), asked, contrib: noSupport, syncedAt: now };
  if (isOver(monthly.state) && asked === null) return away;
  const since = elsewhere?.since ?? now;
  return { ...away, elsewhere: { since, lookAt: now + Math.max(week, now - since) } };
}

/** The account is connected again: the next look is due at once. Only Stripe's answer takes the mark away. */
export const backInReach = (monthly: Monthly, now: number): Monthly => ({
  ...monthly,
  elsewhere: { since: monthly.elsewhere?.since ?? monthly.syncedAt ?? now, lookAt: now },
});
