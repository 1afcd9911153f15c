import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import { logUnavailable } from '../http/log-stripe-failure';
import { stored } from '../store/stored';
import type { WhichMonthlies } from '../stripe/subscriptions';

/**
 * The owner's monthly tips that Stripe has for this address. Unknown addresses have none. The address goes to Stripe and nowhere else. Fails with
 * `service-unavailable` while Stripe does not answer, whatever the address.
 */
export async function monthliesOfAddress(
  deps: Deps,
  uid: string,
  email: string,
  which: WhichMonthlies,
): Promise<Result<readonly Monthly[]>> {
  const payments = await deps.store.read(stored.payments(uid));
  const account = payments?.accountId ?? null;
  // Without an account of its own this would ask about the server's.
  if (payments === undefined || (account === null && deps.config.mode !== 'single')) return ok([]);
  const found = await deps.subscriptions.ofAddress(account, email, which);
  if (!found.ok) {
    if (found.problem.kind !== 'unavailable') return ok([]);
    logUnavailable(deps.log, found.problem);
    return fail(problem('service-unavailable'));
  }
  const mine = found.value.filter((reference) => reference.uid === uid);
  const known = await Promise.all(mine.map(({ tipId }) => deps.store.read(stored.monthly(uid, tipId))));
  return ok(known.filter((monthly) => monthly !== undefined));
}
