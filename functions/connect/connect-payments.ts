import type { ConnectAnswer, ConnectBody } from '../../core/api/owner-api';
import type { PaymentsState } from '../../core/money/payments-state';
import { problem } from '../../core/base/problem';
import { isLeaving } from '../../core/documents/leaving-document';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import { fail, ok, type Result } from '../../core/base/result';
import { connectAccount, makeAccount } from './connect-account';
import { connectingProblem } from './connecting-problem';
import type { Deps, Owner } from '../deps';
import { askAccount, followAccount } from './follow-account';
import type { AccountState } from '../stripe/accounts';
import type { PaymentsResult } from '../stripe/payments';
import { restrictedBy } from '../profiles/restricted';
import { registerHostNow } from '../sites/host-domain';
import { restoreSites } from '../sites/known-sites';
import { stored } from '../store/stored';
import { mayPublish } from '../profiles/publish';

/** An account may be disconnected between two calls, and two presses may ask for different countries. Then the server tries once more. */
const mostTries = 2;

/**
 * Starts or continues Stripe's onboarding. An account that we may still use is kept, else a new one replaces it. Each request creates a new link,
 * since a link works once.
 */
export async function connectPayments(
  deps: Deps,
  owner: Owner,
  body: ConnectBody,
): Promise<Result<ConnectAnswer>> {
  const allowed = mayPublish(owner);
  if (!allowed.ok) return allowed;
  const [standing, leaving] = await deps.store.readVersioned([
    stored.standing(owner.uid),
    stored.leaving(owner.uid),
  ]);
  if (isLeaving(leaving.value)) return fail(problem('account-leaving'));
  const restriction = restrictionOf(standing.value, deps.clock.now());
  if (restriction !== null && !rightsIn(restriction).connects) return fail(restrictedBy(restriction));
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { accountId: known = null } = (await deps.store.read(stored.payments(owner.uid))) ?? {};
    const account = await accountOf(deps, owner, body, known);
    if (!account.ok) return fail(connectingProblem(deps, account.problem));
    if (account.value === 'other-request') continue;
    const connected = await connectAccount(deps, owner.uid, account.value, known);
    if (!connected.ok)
      return fail(problem(connected.problem === 'restricted' ? 'profile-restricted' : 'payments-not-ready'));
    await registerHostNow(deps, await deps.store.read(stored.stripeAccount(connected.value)));
    if (deps.config.mode === 'single') return ok({ url: null });
    await restoreSites(deps, owner.uid, { ...account.value, accountId: connected.value });
    const link = await onboardingAt(deps, connected.value);
    if (link.ok) return ok({ url: link.value.url });
    if (link.problem.kind !== 'gone') return fail(connectingProblem(deps, link.problem));
    await followAccount(deps, owner.uid, connected.value);
  }
  return fail(connectingProblem(deps, { kind: 'gone' }));
}

/** Reads the current state from Stripe: after onboarding, or when the owner asks. */
export async function refreshPayments(deps: Deps, { uid }: Owner): Promise<Result<PaymentsState>> {
  const payments = await deps.store.read(stored.payments(uid));
  const nothingToAsk = payments?.accountId === null && deps.config.mode !== 'single';
  if (payments === undefined || nothingToAsk) return fail(problem('payments-not-ready'));
  const followed = await followAccount(deps, uid, payments.accountId);
  if (!followed.ok) return fail(connectingProblem(deps, followed.problem));
  await restoreSites(deps, uid, followed.value);
  if (payments.accountId !== null)
    await registerHostNow(deps, await deps.store.read(stored.stripeAccount(payments.accountId)));
  return followed;
}

/** The account that this owner may still use, or a new one. */
async function accountOf(
  deps: Deps,
  owner: Owner,
  body: ConnectBody,
  known: string | null,
): Promise<PaymentsResult<AccountState | 'other-request'>> {
  if (deps.config.mode === 'single') return deps.accounts.readAccount(null);
  if (known === null) return makeAccount(deps, owner, body, null);
  const asked = await askAccount(deps, known);
  if (!asked.ok) return asked;
  return asked.value === 'disconnected' ? makeAccount(deps, owner, body, known) : ok(asked.value);
}

function onboardingAt({ accounts, config }: Deps, accountId: string) {
  const page = `${config.publicOrigin}/payments`;
  return accounts.openOnboarding(accountId, { refreshUrl: `${page}?again=1`, returnUrl: `${page}?back=1` });
}
