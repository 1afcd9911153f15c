import { unreachable } from '../base/result';
import type { PaymentsState } from '../money/payments-state';
import { askedAfterEnd } from './asked';
import { isOver, noSupport, tipsAre, tipsLookAt, type Monthly } from './monthly';

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

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Stripe charges about an hour after a period begins. */
const chargeTakes = 2 * hour;

/**
 * When Stripe must be asked again although no event came (epoch milliseconds); null = never. Nothing is asked sooner than the last answer allows, so a
 * charge that is late is asked about less and less often.
 */
export function nextLookAt(monthly: Monthly): number | null {
  const { state, asked, syncedAt, createdAt, tipsBehind, elsewhere } = monthly;
  const seen = syncedAt ?? createdAt;
  const isAsked = asked !== null && (asked.what === 'end' || !isOver(state));
  if (isOver(state) && !isAsked && !tipsBehind) return null;
  // Whatever is due, Stripe answers about it only once the account is back.
  if (elsewhere !== undefined) return elsewhere.lookAt;
  if (isAsked) return toRepeat(asked, seen);
  switch (state) {
    case 'never-began':
    case 'ended':
      return tipsLookAt(monthly, seen);
    case 'starting':
      return seen + Math.max(2 * minute, (seen - createdAt) / 4);
    case 'active':
      return isElsewhere(monthly) ? seen + 7 * day : afterBill(monthly, monthly.nextChargeAt, seen);
    case 'ending':
      return afterBill(monthly, monthly.endingAt, seen);
    case 'paused':
      return afterCharge(monthly.pausedUntil, seen, 7 * day);
    case 'needs-action':
    case 'overdue':
      return afterCharge(monthly.nextChargeAt, seen, day);
    default:
      return unreachable(state);
  }
}

/** A request of ours that Stripe has not confirmed. It may only be noted yet, so the first look comes soon, but not while the call itself is under way. */
const toRepeat = (asked: NonNullable<Monthly['asked']>, seen: number): number =>
  seen < asked.at ? asked.at + minute : seen + hour;

/**
 * Stripe makes the bill of a period when it begins, and moves the next charge on at once; the card is charged an hour later. An answer in between has a
 * bill that is not paid; without this, a lost event of its payment would be found a week later.
 */
function afterBill(monthly: Monthly, due: number | null, seen: number): number {
  const { lastInvoiceAt, lastPaidAt } = monthly;
  const next = afterCharge(due, seen, 7 * day);
  const isOpen = lastInvoiceAt !== null && lastInvoiceAt > (lastPaidAt ?? 0);
  return isOpen ? Math.min(next, afterCharge(lastInvoiceAt, seen, 7 * day)) : next;
}

/** Two hours after something is due at Stripe; if it was asked for since, after half the time that it is late, at least 15 minutes. */
function afterCharge(due: number | null, seen: number, latest: number): number {
  if (due === null) return seen + latest;
  const first = due + chargeTakes;
  const next = seen < first ? first : seen + Math.max(15 * minute, (seen - due) / 2);
  return Math.min(next, seen + latest);
}
