import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { TipStatus } from '../../core/api/tip-api';
import type { Deps } from '../deps';
import { NotAnswered } from '../queue/sweep';
import type { Caller } from '../limits/caller';
import { stored } from '../store/stored';
import type { TipReference } from '../stripe/payments';
import { mayChangeTip } from './change-limits';
import { endPayment, stoppable } from './end-open-payments';
import { tipStatusOf } from './tip-status';

/**
 * The fan cannot see the question of their bank on this page, and goes on with Stripe's page: this payment must end first, or an answer in the bank's
 * app could charge them twice. One that is paid, or on its way, stays as it is: the answer's status says so.
 */
export async function endByFan(
  deps: Deps,
  reference: TipReference | undefined,
  caller: Caller,
): Promise<Result<TipStatus>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const key = stored.tip(reference.uid, reference.tipId);
  const tip = await deps.store.read(key);
  if (tip === undefined) return fail(problem('tip-not-found'));
  if (isStoppable(tip)) {
    const allowed = await mayChangeTip(deps, tip.tipId, caller);
    if (!allowed.ok) return allowed;
    const ended = await end(deps, tip);
    if (!ended.ok) return ended;
  }
  return ok(await tipStatusOf(deps, (await deps.store.read(key)) ?? tip));
}

/** Stripe's own page has its own way back, and ends by itself. */
const isStoppable = ({ payment, stripe }: Tip): boolean =>
  stripe.paymentIntentId !== null && stripe.checkoutSessionId === null && stoppable.includes(payment.status);

async function end(deps: Deps, tip: Tip): Promise<Result<null>> {
  try {
    await endPayment(deps, tip);
    return ok(null);
  } catch (error) {
    if (error instanceof NotAnswered) return fail(problem('service-unavailable'));
    throw error;
  }
}
