import { ok, type Result } from '../../core/base/result';
import { isOver, type EndReason, type Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import type { SyncFailure } from '../tips/sync-tip';
import { syncMonthly } from './sync-monthly';
import { noteAsked, noteEnd } from '../tips/write-monthly';

const trigger = { cause: 'schedule', eventId: null } as const;

/** Whether Stripe would charge it again. Before the fan has paid there is only a page, which ends with the first tip. */
export const isRunning = ({ state, stripe }: Monthly): boolean =>
  stripe.subscriptionId !== null && !isOver(state);

/** The subscription can be over while an invoice of it is still open: then the end is still asked for. */
export const isToEnd = (monthly: Monthly): boolean => isRunning(monthly) || monthly.asked?.what === 'end';

/**
 * Ends a monthly tip now and voids what is open. The request is stored first: if Stripe's answer is lost, the next look repeats it. Fails while Stripe
 * does not answer, and with `gone` when Stripe no longer shows us the account: then only somebody at Stripe can end it.
 */
export async function endMonthly(
  deps: Deps,
  monthly: Monthly,
  reason: EndReason,
): Promise<Result<Monthly, SyncFailure>> {
  const { ownerUid: uid, monthlyId, stripe } = monthly;
  if (stripe.subscriptionId === null || !isToEnd(monthly)) return ok(monthly);
  await noteAsked(deps, monthly, 'end', reason);
  const ended = await deps.subscriptions.endNow(stripe.accountId, stripe.subscriptionId);
  if (!ended.ok) return ended;
  const synced = await syncMonthly(deps, { uid, tipId: monthlyId }, trigger);
  return synced.ok && isOver(synced.value.state) ? ok(await noteEnd(deps, synced.value)) : synced;
}
