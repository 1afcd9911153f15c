import { collections } from '../../../core/documents/documents';
import { decodePayments } from '../../../core/documents/stripe-account-document';
import { setAside, type Tip } from '../../../core/tip/tip';
import { goalStartWithout } from '../../../core/profile/stored-profile';
import { decodeTip } from '../../../core/documents/tip-document';
import { keptOf } from '../../../core/money/totals';
import type { Deps } from '../../deps';
import { followAccount } from '../../connect/follow-account';
import { readable, stored } from '../../store/stored';
import { writeTip } from '../write-tip';
import { sweepThrough, type SweepResult } from '../../queue/sweep';
import { unchanged } from '../sync-tip';

const atMost = 500;

/**
 * Every 5 minutes: the remaining work after the server changed from test keys to live ones. There is nearly always nothing to do, and nothing is
 * logged then.
 */
export async function goLive(deps: Deps): Promise<readonly SweepResult[]> {
  const results = [await setTestsAside(deps), await followMode(deps)];
  return results.filter((result) => result !== null);
}

/** On a live server, test tips that still count are removed from the totals and the goal. */
async function setTestsAside(deps: Deps): Promise<SweepResult | null> {
  const found = deps.config.livemode
    ? await deps.store.find(
        {
          from: collections.tips,
          group: true,
          where: [
            ['livemode', '==', false],
            ['contrib.count', '==', 1],
          ],
          limit: atMost,
        },
        decodeTip,
      )
    : [];
  if (found.length === 0) return null;
  return sweepThrough(deps, 'set-tests-aside', found, ({ path, value }) =>
    leave(deps, readable(path, value)),
  );
}

function leave({ store, clock }: Deps, { ownerUid, tipId }: Tip): Promise<boolean> {
  return store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(ownerUid, tipId));
    if (tip === undefined || tip.livemode || tip.contrib.count === 0) return false;
    const profile = await tx.read(stored.profile(ownerUid));
    if (profile?.goalStart?.kept[tip.currency] !== undefined) {
      const goalStart = goalStartWithout(profile.goalStart, tip.currency, keptOf(tip.contrib));
      tx.write(stored.profile(ownerUid), { ...profile, goalStart });
    }
    writeTip(tx, tip, setAside(tip), { cause: 'schedule', eventId: null }, clock.now());
    return true;
  });
}

/** Each account of the other mode is read once with the new keys. Nothing else would ask its owner to connect again. */
async function followMode(deps: Deps): Promise<SweepResult | null> {
  const where = [['livemode', '==', !deps.config.livemode]] as const;
  const found = await deps.store.find(
    { from: collections.server, group: true, where, limit: atMost },
    decodePayments,
  );
  if (found.length === 0) return null;
  return sweepThrough(deps, 'follow-mode', found, async ({ path, value }) => {
    const [, uid = ''] = path.split('/');
    const followed = await followAccount(deps, uid, readable(path, value).accountId);
    return followed.ok ? true : unchanged(followed.problem);
  });
}
