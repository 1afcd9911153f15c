import type { Site, SiteBody, SitesAnswer } from '../../core/api/owner-api';
import type { PaymentsState } from '../../core/money/payments-state';
import { problem, refusedField, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import type { PaymentsFailure } from '../stripe/payments';
import { stored } from '../store/stored';
import { hostDomain } from './host-domain';
import { rememberSites, restoreSites } from './known-sites';
import { logUnavailable } from '../http/log-stripe-failure';

/** The owner's Stripe account. Domains never come from an `Origin` header, with which anybody could fill an owner's list. */
async function connectedOf({ store, config }: Deps, { uid }: Owner): Promise<Result<PaymentsState>> {
  const payments = await store.read(stored.payments(uid));
  const isConnected =
    payments?.livemode === config.livemode &&
    payments.disconnectedAt === null &&
    payments.cardPayments !== 'none';
  return isConnected ? ok(payments) : fail(problem('payments-not-ready'));
}

function loggedProblem({ log }: Deps, failure: PaymentsFailure): Problem {
  if (failure.kind === 'unavailable') {
    logUnavailable(log, failure);
    return problem('service-unavailable', { detail: 'Stripe is not answering right now. Please try again.' });
  }
  if (failure.kind === 'gone') return problem('payments-not-ready');
  return refusedField('domain', 'domain-refused');
}

export async function addSite(deps: Deps, owner: Owner, { domain }: SiteBody): Promise<Result<Site>> {
  const connected = await connectedOf(deps, owner);
  if (!connected.ok) return connected;
  const { accountId } = connected.value;
  const registered = await deps.wallets.register(accountId, domain);
  if (!registered.ok) return fail(loggedProblem(deps, registered.problem));
  await rememberSites(deps, owner.uid, accountId, [domain]);
  return registered;
}

export async function listSites(deps: Deps, owner: Owner): Promise<Result<SitesAnswer>> {
  const connected = await connectedOf(deps, owner);
  if (!connected.ok) return connected;
  const { accountId } = connected.value;
  await restoreSites(deps, owner.uid, connected.value);
  const listed = await deps.wallets.list(accountId);
  if (!listed.ok) return fail(loggedProblem(deps, listed.problem));
  // These domains were registered by an earlier release, or in Stripe's dashboard. The host's own one is registered on each account anyway.
  await rememberSites(
    deps,
    owner.uid,
    accountId,
    listed.value.map(({ domain }) => domain).filter((domain) => domain !== hostDomain(deps.config)),
  );
  return ok({ sites: [...listed.value] });
}
