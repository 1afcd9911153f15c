import { fail, ok, problem, unreachable, type Result } from '../../core/base/result';
import { isOver, type EndReason, type Monthly } from '../../core/monthly/monthly';
import { latestPaid, withdrawalOf } from '../../core/monthly/withdrawal';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { refundTip } from '../tips/refund/refund-tip';
import type { SyncFailure } from '../tips/sync-tip';
import { forgetAsked, noteAsked, noteEnd } from '../tips/write-tip';
import { tipsOf } from './monthly-tips';
import { syncMonthly } from './sync-monthly';

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

/** A payment is withdrawn from once: repeated requests are the same refund. */
const requestId = 'withdraw';

/** The latest payment, as long as the fan may have it back, whether the monthly tip runs or has ended. */
export async function withdrawable(deps: Deps, monthly: Monthly): Promise<Result<Tip>> {
  const withdrawal = withdrawalOf(monthly, await tipsOf(deps, monthly), deps.clock.now());
  switch (withdrawal.kind) {
    case 'open':
      return ok(withdrawal.tip);
    case 'over':
      return fail(problem('withdraw-over'));
    case 'nothing-left':
      return fail(problem('refund-unavailable'));
    default:
      return unreachable(withdrawal);
  }
}

/**
 * Ends a monthly tip now, if it has not ended, and gives the latest payment back. The request is stored first, so the next look finishes it whatever
 * was lost. `until` was checked before: a fan who withdrew in time gets the money back however late Stripe answers.
 */
export async function withdrawMonthly(deps: Deps, monthly: Monthly): Promise<Result<Monthly, SyncFailure>> {
  const noted = await noteAsked(deps, monthly, 'end', 'withdrawn');
  return finishWithdrawal(deps, noted ?? monthly);
}

/** First the end: nothing may be charged while the money goes back. Without Stripe's answer about the refund the request stays, and is repeated. */
export async function finishWithdrawal(deps: Deps, monthly: Monthly): Promise<Result<Monthly, SyncFailure>> {
  const ended = await endMonthly(deps, monthly, 'withdrawn');
  if (!ended.ok) return ended;
  const paid = latestPaid(await tipsOf(deps, monthly));
  if (paid === undefined || (await giveBack(deps, paid))) await forgetAsked(deps, monthly);
  const now = await deps.store.read(stored.monthly(monthly.ownerUid, monthly.monthlyId));
  return ok(now ?? ended.value);
}

/** `false`: Stripe did not answer. An answered refund is followed like every other; a refusal of Stripe is shown in the payment. */
async function giveBack(deps: Deps, { ownerUid: uid, tipId }: Tip): Promise<boolean> {
  const reason = 'requested_by_customer';
  const refunded = await refundTip(deps, { uid, tipId }, { requestId, amount: null, reason, by: 'fan' });
  return refunded.ok || refunded.problem.code !== 'service-unavailable';
}
