import { problem, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { isOver, type EndReason, type Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import type { SyncFailure } from '../tips/sync-tip';
import { noteAsked, noteKeep } from './ask-stripe';
import { endMonthly } from './end-monthly';
import { syncMonthly } from './sync-monthly';

const trigger = { cause: 'schedule', eventId: null } as const;

const runningSubscription = ({ state, stripe }: Monthly): string | null =>
  isOver(state) ? null : stripe.subscriptionId;

/**
 * Stops a monthly tip at the end of its period. The request is stored first: if Stripe's answer is lost, the next look repeats it. One with an unpaid
 * period ends now: that period has no paid end, and Stripe would go on trying to charge it.
 */
export async function stopMonthly(
  deps: Deps,
  monthly: Monthly,
  reason: EndReason,
): Promise<Result<Monthly, SyncFailure>> {
  const subscriptionId = runningSubscription(monthly);
  if (subscriptionId === null) return ok(monthly);
  if (monthly.failing !== null) return endMonthly(deps, monthly, reason);
  await noteAsked(deps, monthly, 'stop', reason);
  const stopped = await changed(deps, monthly, subscriptionId, 'stop');
  const isUnpaid = stopped.ok && stopped.value.failing !== null;
  return isUnpaid ? endMonthly(deps, stopped.value, reason) : stopped;
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
