import * as v from 'valibot';
import { paths } from '../../core/documents/documents';
import { lookupHandle } from '../../core/profile/draft';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { portalLogin } from './open-portal';

export interface MonthlyOwner {
  readonly uid: string;
  readonly handle: string;
  /** The name, as far as it is public. */
  readonly owner: string;
  /** The language of the profile. */
  readonly own: string | undefined;
  /** Of which monthly tips Stripe answers us. `part`: not of those of an account that was disconnected. `none`: the account now is disconnected. */
  readonly reach: 'all' | 'part' | 'none';
  /** Where Stripe mails fans a link to its own page; null = unknown. */
  readonly portalLogin: string | null;
}

/**
 * The owner whose fans end monthly tips without their link, by a handle or an earlier one. A profile that was taken down or restricted still has such fans.
 */
export async function monthlyOwner(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  asked: string | undefined,
): Promise<MonthlyOwner | undefined> {
  const handle = v.safeParse(lookupHandle, asked);
  const claim = handle.success ? await store.read(stored.handle(handle.output)) : undefined;
  if (claim?.state !== 'live') return undefined;
  const { uid } = claim;
  const [profile, standing, payments] = await Promise.all([
    store.read(stored.profile(uid)),
    store.read(stored.standing(uid)),
    store.read(stored.payments(uid)),
  ]);
  const isShown = rightsIn(restrictionOf(standing, clock.now())).shown;
  const name = profile !== undefined && isShown ? profile.name : `@${claim.handle}`;
  const accountId = payments?.accountId ?? null;
  return {
    uid,
    handle: profile?.handle ?? claim.handle,
    owner: name,
    own: profile?.language,
    reach: (payments?.disconnectedAt ?? null) === null ? await reachOf(store, uid) : 'none',
    portalLogin: await portalLogin({ store }, { ownerUid: uid, stripe: { accountId } }),
  };
}

/** The marks of functions/monthly/follow-connection.ts. The same for every fan, so that it tells nothing of one. */
async function reachOf(store: Deps['store'], uid: string): Promise<MonthlyOwner['reach']> {
  const where = [['elsewhere.since', '>', new Date(0)]] as const;
  const marked = await store.find({ from: paths.monthlies(uid), where, limit: 1 }, () => null);
  return marked.length > 0 ? 'part' : 'all';
}
