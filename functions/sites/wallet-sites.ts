import type { Site, SiteBody, SitesAnswer } from '../../core/api/owner-api';
import { problem, refusedField, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import type { PaymentsFailure } from '../stripe/payments';
import { stored } from '../store/stored';
import { logUnavailable } from '../http/log-stripe-failure';

/** The owner's Stripe account. Domains never come from an `Origin` header, with which anybody could fill an owner's list. */
async function accountOf({ store, config }: Deps, { uid }: Owner): Promise<Result<string | null>> {
  const payments = await store.read(stored.payments(uid));
  const isConnected =
    payments?.livemode === config.livemode &&
    payments.disconnectedAt === null &&
    payments.cardPayments !== 'none';
  return isConnected ? ok(payments.accountId) : fail(problem('payments-not-ready'));
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
  const account = await accountOf(deps, owner);
  if (!account.ok) return account;
  const registered = await deps.wallets.register(account.value, domain);
  return registered.ok ? registered : fail(loggedProblem(deps, registered.problem));
}

export async function listSites(deps: Deps, owner: Owner): Promise<Result<SitesAnswer>> {
  const account = await accountOf(deps, owner);
  if (!account.ok) return account;
  const listed = await deps.wallets.list(account.value);
  return listed.ok ? ok({ sites: [...listed.value] }) : fail(loggedProblem(deps, listed.problem));
}
