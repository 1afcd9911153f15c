import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Tip } from '../../../core/tip/tip';
import type { Deps } from '../../deps';
import type { TipReference } from '../../stripe/payments';
import { syncTip } from '../sync-tip';
import { tipRules } from '../tip-limits';
import { currentTip } from '../tip-status';

/** As far as is known, Stripe's page of this tip waits to be paid on: what is decided or on its way has another state. */
export const hasOpenPage = ({ surface, state, stripe }: Tip): boolean =>
  surface === 'hosted' && state === 'pending' && stripe.checkoutSessionId !== null;

/**
 * The tip for whom Stripe's page led back: asked of Stripe now, however lately somebody else did. A card that polls may have heard "unpaid"
 * in the second before the payment, and "nothing was charged" must not be the first word after it.
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
 * Where a fan who left Stripe's page unpaid goes on. Asked of Stripe at the press, and kept nowhere: what was open a moment ago may be
 * paid by now. Null = there is nothing to pay on (any more), and the tip's own page says how it stands.
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
    deps.log.serviceUnavailable({ service: 'stripe', error: page.problem.error });
    return fail(problem('service-unavailable'));
  }
  // It was closed since the last look: whoever comes back to the tip's page is to read how it ended.
  await syncTip(deps, reference, { cause: 'poll', eventId: null });
  return ok(null);
}
