import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { MonthlySetup } from '../../core/documents/monthly-setup-document';
import type { Deps } from '../deps';
import { logUnavailable } from '../http/log-stripe-failure';
import { stored } from '../store/stored';

interface Owner {
  readonly uid: string;
  readonly handle: string;
  /** Null = the server's own account. */
  readonly accountId: string | null;
}

/** What Busker needs on the owner's account for monthly tips: made with the first one, and again after another account was connected. */
export async function monthlySetup(
  { store, subscriptions, log }: Pick<Deps, 'store' | 'subscriptions' | 'log'>,
  { uid, handle, accountId }: Owner,
): Promise<Result<MonthlySetup>> {
  const doc = stored.monthlySetup(uid);
  const known = await store.read(doc);
  if (known?.accountId === accountId) return ok(known);
  const made = await subscriptions.makeProduct({
    account: accountId,
    uid,
    name: `Monthly tip for @${handle}`,
  });
  if (made.ok) {
    const setup: MonthlySetup = { v: 1, accountId, productId: made.value.productId };
    // Two requests at once write the same: Stripe returns one product for both.
    await store.commit([], (writes) => writes.write(doc, setup));
    return ok(setup);
  }
  const { problem: failure } = made;
  if (failure.kind === 'gone') return fail(problem('payments-not-ready'));
  if (failure.kind === 'unavailable') {
    logUnavailable(log, failure);
    return fail(problem('service-unavailable'));
  }
  log.paymentRefused({ tipId: uid, code: `product:${failure.code}`, stripeRequestId: failure.requestId });
  return fail(problem('monthly-unavailable'));
}
