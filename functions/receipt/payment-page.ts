import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import type { TipReference } from '../stripe/payments';
import { syncTip } from '../tips/sync-tip';
import { tipRules } from '../tips/tip-rate-limits';
import { currentTip } from '../tips/tip-status';
import { logUnavailable } from '../http/log-stripe-failure';

/** Whether Stripe's page of this tip is waiting for payment, according to the stored tip. */
export const hasOpenPage = ({ surface, state, stripe }: Tip): boolean =>
  surface === 'hosted' && state === 'pending' && stripe.checkoutSessionId !== null;

/**
 * The tip after a return from Stripe's page: always synced, however recent the last sync is. A card that polls may have read "unpaid" in the second
 * before the payment, and the returning fan must not read "nothing was charged" first.
 */
export async function returnedTip(deps: Deps, reference: TipReference | undefined): Promise<Tip | undefined> {
  const began = deps.clock.now();
  const tip = await currentTip(deps, reference);
  if (tip === undefined || reference === undefined) return undefined;
  if (!hasOpenPage(tip) || (tip.syncedAt ?? 0) >= began) return tip;
  const [asked] = await deps.limits.count([tipRules(deps.config).returned(tip.tipId)]);
  if ((asked?.left ?? 0) < 0) return tip;
  const synced = await syncTip(deps, reference, { cause: 'poll', eventId: null });
  return synced.ok ? synced.value : tip;
}

/**
 * The URL at which a fan continues an unpaid payment. It is read from Stripe at the click and not stored: the page may be paid by now. Null = there
 * is nothing to pay, and the tip's own page shows the state.
 */
export async function openPaymentPage(
  deps: Deps,
  reference: TipReference | undefined,
): Promise<Result<string | null>> {
  const tip = await currentTip(deps, reference);
  if (tip === undefined || reference === undefined) return fail(problem('tip-not-found'));
  const { accountId, checkoutSessionId } = tip.stripe;
  if (!hasOpenPage(tip) || checkoutSessionId === null) return ok(null);
  const [asked] = await deps.limits.count([tipRules(deps.config).paymentPage(tip.tipId)]);
  if ((asked?.left ?? 0) < 0) return fail(problem('too-many-requests'));
  const page = await deps.payments.readCheckout(accountId, checkoutSessionId);
  if (page.ok && page.value !== 'closed') return ok(page.value.url);
  if (!page.ok && page.problem.kind === 'unavailable') {
    logUnavailable(deps.log, page.problem);
    return fail(problem('service-unavailable'));
  }
  // It was closed since the last sync: the tip's page must show how it ended.
  await syncTip(deps, reference, { cause: 'poll', eventId: null });
  return ok(null);
}
