import type { ConnectAnswer, ConnectBody } from '../../core/api/owner-api';
import type { PaymentsState } from '../../core/money/payments-state';
import { problem } from '../../core/base/problem';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import { fail, ok, type Result } from '../../core/base/result';
import { connectAccount } from './connect-account';
import { connectingProblem } from './connecting-problem';
import type { Deps, Owner } from '../deps';
import { followAccount } from './follow-account';
import type { AccountState } from '../stripe/accounts';
import type { PaymentsFailure, PaymentsResult } from '../stripe/payments';
import { restrictedBy } from '../moderation/restricted';
import { stored } from '../store/stored';
import { mayPublish } from '../profiles/publish';

/** An account may be disconnected between two calls; then there is one more try with a new account. */
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
  const restriction = restrictionOf(await deps.store.read(stored.standing(owner.uid)), deps.clock.now());
  if (restriction !== null && !rightsIn(restriction).connects) return fail(restrictedBy(restriction));
  let failure: PaymentsFailure = { kind: 'gone' };
  for (let tries = 0; tries < mostTries && failure.kind === 'gone'; tries += 1) {
    const { accountId: known = null } = (await deps.store.read(stored.payments(owner.uid))) ?? {};
    const account = await accountOf(deps, owner, body, known);
    if (!account.ok) return fail(connectingProblem(deps, account.problem));
    const connected = await connectAccount(deps, owner.uid, account.value, known);
    if (!connected.ok)
      return fail(problem(connected.problem === 'restricted' ? 'profile-restricted' : 'payments-not-ready'));
    if (deps.config.mode === 'single') return ok({ url: null });
    const link = await onboardingAt(deps, connected.value);
    if (link.ok) return ok({ url: link.value.url });
    failure = link.problem;
    if (failure.kind === 'gone') await followAccount(deps, owner.uid, connected.value);
  }
  return fail(connectingProblem(deps, failure));
}

/** Reads the current state from Stripe: after onboarding, or when the owner asks. */
export async function refreshPayments(deps: Deps, { uid }: Owner): Promise<Result<PaymentsState>> {
  const payments = await deps.store.read(stored.payments(uid));
  const nothingToAsk = payments?.accountId === null && deps.config.mode !== 'single';
  if (payments === undefined || nothingToAsk) return fail(problem('payments-not-ready'));
  const followed = await followAccount(deps, uid, payments.accountId);
  return followed.ok ? followed : fail(connectingProblem(deps, followed.problem));
}

async function accountOf(
  deps: Deps,
  { uid, email }: Owner,
  body: ConnectBody,
  known: string | null,
): Promise<PaymentsResult<AccountState>> {
  if (deps.config.mode === 'single') return deps.accounts.readAccount(null);
  if (known !== null) {
    const read = await deps.accounts.readAccount(known);
    if (read.ok || read.problem.kind !== 'gone') return read;
  }
  const draft = await deps.store.read(stored.draft(uid));
  const name = draft?.name || draft?.handle || email || 'Busker';
  return deps.accounts.createAccount({ uid, email, name, replaced: known, ...body });
}

function onboardingAt({ accounts, config }: Deps, accountId: string) {
  const page = `${config.publicOrigin}/payments`;
  return accounts.openOnboarding(accountId, { refreshUrl: `${page}?again=1`, returnUrl: `${page}?back=1` });
}
