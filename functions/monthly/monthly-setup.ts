import { problem, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { MonthlySetup } from '../../core/documents/monthly-setup-document';
import type { Deps } from '../deps';
import { logUnavailable } from '../http/log-stripe-failure';
import type { PaymentsFailure } from '../stripe/payments';
import { stored } from '../store/stored';

type SetupDeps = Pick<Deps, 'store' | 'subscriptions' | 'log' | 'config'>;

/** Shown on the bill, and in the owner's reports at Stripe. */
export const productNameOf = (handle: string): string => `Monthly tip for @${handle}`;

interface Owner {
  readonly uid: string;
  readonly handle: string;
  /** Null = the server's own account. */
  readonly accountId: string | null;
}

/** What Busker needs on the owner's account for monthly tips: made with the first one, and again after another account was connected. */
export async function monthlySetup(deps: SetupDeps, owner: Owner): Promise<Result<MonthlySetup>> {
  const { uid, handle, accountId } = owner;
  const known = await deps.store.read(stored.monthlySetup(uid));
  if (known?.accountId === accountId) return ok(known);
  const name = productNameOf(handle);
  const made = await deps.subscriptions.makeProduct({ account: accountId, uid, name });
  if (!made.ok) return fail(refusalOf(deps, uid, made.problem));
  const setup: MonthlySetup = {
    v: 1,
    accountId,
    productId: made.value.productId,
    productName: name,
    portal: null,
  };
  // Before the owner can leave: then the portal's login page is the only way to stop that is left to the fans.
  const withPortal = await newPortal(deps, owner, setup);
  // Fans can stop without a portal, so a refusal does not keep them from giving.
  if (!withPortal.ok && withPortal.problem.code === 'service-unavailable') return withPortal;
  return ok(withPortal.ok ? withPortal.value : await keep(deps, uid, setup));
}

/** Makes the portal, or another one when the owner has removed or switched off the last. */
export async function newPortal(
  deps: SetupDeps,
  { uid, handle, accountId }: Owner,
  setup: MonthlySetup,
): Promise<Result<MonthlySetup>> {
  const version = (setup.portal?.version ?? 0) + 1;
  const made = await deps.subscriptions.makePortal({
    account: accountId,
    uid,
    version,
    headline: `Tips for @${handle}`,
    returnUrl: `${deps.config.publicOrigin}/@${handle}`,
  });
  if (!made.ok) return fail(refusalOf(deps, uid, made.problem));
  return ok(await keep(deps, uid, { ...setup, portal: { ...made.value, version } }));
}

/** Two requests at once write the same: Stripe returns one product and one portal for both. */
async function keep({ store }: SetupDeps, uid: string, setup: MonthlySetup): Promise<MonthlySetup> {
  await store.commit([], (writes) => writes.write(stored.monthlySetup(uid), setup));
  return setup;
}

export function refusalOf({ log }: Pick<Deps, 'log'>, uid: string, failure: PaymentsFailure): Problem {
  if (failure.kind === 'gone') return problem('payments-not-ready');
  if (failure.kind === 'unavailable') {
    logUnavailable(log, failure);
    return problem('service-unavailable');
  }
  log.paymentRefused({ tipId: uid, code: `monthly:${failure.code}`, stripeRequestId: failure.requestId });
  return problem('monthly-unavailable');
}
