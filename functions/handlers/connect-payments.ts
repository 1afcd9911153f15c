import type { ConnectAnswer, ConnectBody } from '../../core/owner-api';
import type { PaymentsState } from '../../core/payments-document';
import { problem, type Problem } from '../../core/problem';
import { fail, ok, type Result } from '../../core/result';
import type { AccountState } from '../ports/accounts';
import type { Deps, Owner } from '../deps';
import { followAccount, writeAccount } from '../follow-account';
import type { PaymentsFailure } from '../ports/payments';
import { stored } from '../stored';
import { mayPublish } from './publish';

/**
 * The owner begins or goes on with Stripe's questions. The account is made at the first call, with the owner's own key, so that two
 * clicks make one; the link is made anew each time, since each is good once.
 */
export async function connectPayments(
  deps: Deps,
  owner: Owner,
  body: ConnectBody,
): Promise<Result<ConnectAnswer>> {
  const allowed = mayPublish(owner);
  if (!allowed.ok) return allowed;
  const account = await accountOf(deps, owner, body);
  if (!account.ok) return fail(told(deps, account.problem));
  if (!(await claim(deps, owner.uid, account.value.accountId))) return fail(problem('payments-not-ready'));
  await writeAccount(deps, owner.uid, account.value, account.value.accountId);
  if (deps.config.mode === 'single') return ok({ url: null });
  const page = `${deps.config.publicOrigin}/payments`;
  const pages = { refreshUrl: `${page}?again=1`, returnUrl: `${page}?back=1` };
  const link = await deps.accounts.openOnboarding(account.value.accountId, pages);
  return link.ok ? ok({ url: link.value.url }) : fail(told(deps, link.problem));
}

/** What Stripe says now: after coming back, or by the owner's wish. */
export async function refreshPayments(deps: Deps, { uid }: Owner): Promise<Result<PaymentsState>> {
  const payments = await deps.store.read(stored.payments(uid));
  if (payments === undefined) return fail(problem('payments-not-ready'));
  const followed = await followAccount(deps, uid, payments.accountId ?? '');
  return followed.ok ? followed : fail(told(deps, followed.problem));
}

async function accountOf(deps: Deps, { uid, email }: Owner, body: ConnectBody) {
  if (deps.config.mode === 'single') return deps.accounts.readAccount(null);
  const payments = await deps.store.read(stored.payments(uid));
  const known = payments?.disconnectedAt === null ? payments.accountId : null;
  if (known !== null) return deps.accounts.readAccount(known);
  const draft = await deps.store.read(stored.draft(uid));
  const name = draft?.name || draft?.handle || email || 'Busker';
  return deps.accounts.createAccount({ uid, email, name, ...body });
}

/** An account belongs to the owner who connected it first; in `single` mode there is only one owner who can take tips. */
function claim({ store, clock }: Deps, uid: string, accountId: AccountState['accountId']): Promise<boolean> {
  return store.transaction(async (tx) => {
    const doc = stored.stripeAccount(accountId);
    const owner = await tx.read(doc);
    const now = clock.now();
    if (owner === undefined) tx.write(doc, { v: 1, accountId, uid, connectedAt: now, comparedAt: now });
    return owner === undefined || owner.uid === uid;
  });
}

function told({ log }: Deps, failure: PaymentsFailure): Problem {
  if (failure.kind === 'unavailable') {
    log.serviceUnavailable({ service: 'stripe', error: failure.error });
    return problem('service-unavailable', { detail: 'Stripe is not answering right now. Please try again.' });
  }
  return problem('payment-refused', {
    detail: 'Stripe could not set up payments with this country or currency.',
  });
}
