import type { MonthlyPage, PortalRequest } from '../../core/api/monthly-api';
import { problem, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { MonthlySetup } from '../../core/documents/monthly-setup-document';
import type { Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import type { PaymentsFailure, PaymentsResult } from '../stripe/payments';
import { stored } from '../store/stored';
import { monthlySetup, newPortal } from './monthly-setup';

type Flow = PortalRequest['flow'];

/** Where Stripe mails a fan a link to the portal; null = no portal was made. It works after the owner has left this server. */
export async function portalLogin(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, stripe }: { readonly ownerUid: string; readonly stripe: Pick<Monthly['stripe'], 'accountId'> },
): Promise<string | null> {
  const setup = await store.read(stored.monthlySetup(ownerUid));
  return setup?.accountId === stripe.accountId ? (setup.portal?.loginUrl ?? null) : null;
}

/**
 * Stripe's portal for this fan. Its address is short-lived and is not stored. Where the owner has removed the portal's configuration at Stripe, another
 * one is made.
 */
export async function openPortal(
  deps: Deps,
  monthly: Monthly,
  flow: Flow,
): Promise<Result<MonthlyPage, Problem | PaymentsFailure>> {
  const owner = { uid: monthly.ownerUid, handle: monthly.handle, accountId: monthly.stripe.accountId };
  let setup = await monthlySetup(deps, owner);
  for (let tries = 0; tries < 2 && setup.ok; tries += 1) {
    const opened = await visit(deps, monthly, setup.value, flow);
    if (!opened.ok) return opened;
    if (opened.value !== 'no-portal') return ok(opened.value);
    setup = await newPortal(deps, owner, setup.value);
  }
  return setup.ok ? fail(problem('monthly-unavailable')) : setup;
}

async function visit(
  { subscriptions, config }: Deps,
  { handle, stripe }: Monthly,
  { portal }: MonthlySetup,
  flow: Flow,
): Promise<PaymentsResult<MonthlyPage | 'no-portal'>> {
  const { accountId: account, customerId } = stripe;
  if (customerId === null) return fail({ kind: 'gone' });
  if (portal === null) return ok('no-portal');
  const returnUrl = `${config.publicOrigin}/@${handle}`;
  return subscriptions.openPortal({
    account,
    configurationId: portal.configurationId,
    customerId,
    returnUrl,
    flow,
  });
}
