import { collections, paths } from '../../core/documents/documents';
import { encodeLook, type StripeAccountOwner } from '../../core/documents/stripe-account-document';
import type { Deps } from '../deps';
import { markDisconnected } from './follow-account';

/**
 * More than this number and this share of the accounts that one hour is about: then a fault of the host or of Stripe is the cause, not owners who
 * disconnected. An idle account is looked at once a month, so a share of all accounts would never be reached within an hour.
 */
const most = { accounts: 3, percent: 1 } as const;
const hour = 60 * 60_000;
const pageSize = 500;

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
export async function tooManyGone(deps: Deps): Promise<boolean> {
  const now = deps.clock.now();
  const { count: gone } = await deps.store.sum(latelyGone(now), []);
  if (gone <= most.accounts) return false;
  const looked = gone + (await shownOrDue(deps, now));
  if (gone * 100 <= looked * most.percent) return false;
  deps.log.accountsGone({ gone, looked });
  await forgetGone(deps, now);
  return true;
}

/**
 * The accounts that Stripe showed within the last hour, and those whose look is due now, since a round may have just begun. A look of an active account
 * lists what was booked and seldom asks for the state, so the larger of both numbers counts.
 */
async function shownOrDue({ store }: Deps, now: number): Promise<number> {
  const from = collections.stripeAccounts;
  const since = new Date(now - hour);
  const counts = await Promise.all([
    store.sum({ from, where: [['stateAt', '>', since]] }, []),
    store.sum({ from, where: [['comparedAt', '>', since]] }, []),
    store.sum({ from, where: [['nextLookAt', '<=', new Date(now)]] }, []),
  ]);
  const [asked, listed, due] = counts.map(({ count }) => count) as [number, number, number];
  return Math.max(asked, listed) + due;
}

/** The query no longer finds what was written, so each page is another one. */
async function forgetGone({ store }: Deps, now: number): Promise<void> {
  for (;;) {
    const noted = await store.find({ ...latelyGone(now), limit: pageSize }, () => null);
    await store.commit([], (writes) => {
      for (const { path } of noted)
        writes.add(path, {}, encodeLook({ goneSince: null, nextLookAt: now + hour }));
    });
    if (noted.length < pageSize) return;
  }
}
