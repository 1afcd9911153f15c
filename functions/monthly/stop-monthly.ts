import { problem, fail, ok, type Problem, type Result } from '../../core/base/result';
import { isOver, type EndReason, type Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import type { SyncFailure } from '../tips/sync-tip';
import { noteAsked, noteKeep } from '../tips/write-tip';
import { syncMonthly } from './sync-monthly';

const trigger = { cause: 'schedule', eventId: null } as const;

const runningSubscription = ({ state, stripe }: Monthly): string | null =>
  isOver(state) ? null : stripe.subscriptionId;

/**
 * Stops a monthly tip at the end of its period. The request is stored first: if Stripe's answer is lost, the next look repeats it. One with an unpaid
 * period ends now: that period has no paid end, and Stripe would go on trying to charge it. Stripe is asked whether it is unpaid, each time: a fan who
 * has just paid keeps the period.
 */
export async function stopMonthly(
  deps: Deps,
  monthly: Monthly,
  reason: EndReason,
): Promise<Result<Monthly, SyncFailure>> {
  const subscriptionId = runningSubscription(monthly);
  if (subscriptionId === null) return ok(monthly);
  await noteAsked(deps, monthly, 'stop', reason);
  const seen = await syncMonthly(deps, { uid: monthly.ownerUid, tipId: monthly.monthlyId }, trigger);
  if (!seen.ok || isOver(seen.value.state)) return seen;
  if (seen.value.failing !== null) return endUnpaid(deps, monthly, subscriptionId);
  const stopped = await changed(deps, monthly, subscriptionId, 'stop');
  const isUnpaid = stopped.ok && !isOver(stopped.value.state) && stopped.value.failing !== null;
  return isUnpaid ? endUnpaid(deps, monthly, subscriptionId) : stopped;
}

/** The wish stays a stop until Stripe has ended it: if Stripe does not answer, the next look asks again whether the period is paid by then. */
async function endUnpaid(
  deps: Deps,
  { ownerUid: uid, monthlyId, stripe }: Monthly,
  subscriptionId: string,
): Promise<Result<Monthly, SyncFailure>> {
  const ended = await deps.subscriptions.endNow(stripe.accountId, subscriptionId);
  return ended.ok ? syncMonthly(deps, { uid, tipId: monthlyId }, trigger) : ended;
}

/**
 * Takes a stop back. Nothing of it is repeated: the fan sees at once whether it worked. Fails with `monthly-ended` once it has ended, or its end was
 * asked for, also if that happens meanwhile: the end is made, and with it a withdrawal's refund.
 */
export async function keepMonthly(
  deps: Deps,
  monthly: Monthly,
): Promise<Result<Monthly, SyncFailure | Problem>> {
  const subscriptionId = runningSubscription(monthly);
  if (subscriptionId === null) return fail(problem('monthly-ended'));
  const noted = await noteKeep(deps, monthly);
  if (noted?.asked?.what === 'end') return fail(problem('monthly-ended'));
  const kept = await changed(deps, monthly, subscriptionId, 'keep');
  const isLate = kept.ok && (isOver(kept.value.state) || kept.value.asked?.what === 'end');
  return isLate ? fail(problem('monthly-ended')) : kept;
}

async function changed(
  deps: Deps,
  { ownerUid: uid, monthlyId, stripe }: Monthly,
  subscriptionId: string,
  wish: 'stop' | 'keep',
): Promise<Result<Monthly, SyncFailure>> {
  const answered = await deps.subscriptions.stopAtPeriodEnd(stripe.accountId, subscriptionId, wish);
  const synced = await syncMonthly(deps, { uid, tipId: monthlyId }, trigger);
  // It ended meanwhile, so there is nothing to stop or to keep.
  const isLate = synced.ok && isOver(synced.value.state);
  return answered.ok || isLate ? synced : answered;
}
