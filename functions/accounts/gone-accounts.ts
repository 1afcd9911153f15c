import { collections, paths } from '../../core/documents/documents';
import {
  decodeStripeAccount,
  encodeLook,
  type StripeAccountOwner,
} from '../../core/documents/stripe-account-document';
import type { Deps } from '../deps';
import { readable } from '../store/stored';
import { markDisconnected } from './follow-account';

/** More than this number and this share of all accounts within an hour: then a fault of the host or of Stripe is the cause, not owners who disconnected. */
const most = { accounts: 3, percent: 1 } as const;
const hour = 60 * 60_000;
const atMost = 500;

const latelyGone = (now: number) =>
  ({ from: collections.stripeAccounts, where: [['goneSince', '>', new Date(now - hour)]] }) as const;

/**
 * A look found that Stripe no longer shows this account. The first look only notes the time, and another look follows an hour later; the owner is
 * marked if the account is still gone then, and `tooManyGone` has not begun anew meanwhile. So a wrong key, which makes every account look
 * disconnected, marks nobody.
 */
export async function noteGone(deps: Deps, owner: StripeAccountOwner): Promise<'noted' | 'marked'> {
  const { goneSince, accountId } = owner;
  const now = deps.clock.now();
  if (goneSince !== null && now - goneSince >= hour) {
    await markDisconnected(deps, owner);
    return 'marked';
  }
  await deps.store.add(
    paths.stripeAccount(accountId),
    {},
    encodeLook({ goneSince: goneSince ?? now, nextLookAt: (goneSince ?? now) + hour }),
  );
  return 'noted';
}

/**
 * Whether so many accounts were noted as gone within the last hour that none may be believed. Then this is logged, and their hour begins anew when
 * the looks do.
 */
export async function tooManyGone({ store, clock, log }: Deps): Promise<boolean> {
  const now = clock.now();
  const { count: gone } = await store.sum(latelyGone(now), []);
  if (gone <= most.accounts) return false;
  const { count: looked } = await store.sum({ from: collections.stripeAccounts }, []);
  if (gone * 100 <= looked * most.percent) return false;
  log.accountsGone({ gone, looked });
  const noted = await store.find({ ...latelyGone(now), limit: atMost }, decodeStripeAccount);
  await store.commit([], (writes) => {
    for (const { path, value } of noted) {
      const { accountId } = readable(path, value);
      writes.add(paths.stripeAccount(accountId), {}, encodeLook({ goneSince: null, nextLookAt: now + hour }));
    }
  });
  return true;
}
