import * as v from 'valibot';
import { lookupHandle } from '../../core/profile/handle';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

interface MonthlyOwner {
  readonly uid: string;
  readonly handle: string;
  /** The name, as far as it is public. */
  readonly owner: string;
  /** The language of the profile. */
  readonly own: string | undefined;
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
  const [profile, standing] = await Promise.all([
    store.read(stored.profile(claim.uid)),
    store.read(stored.standing(claim.uid)),
  ]);
  const isShown = rightsIn(restrictionOf(standing, clock.now())).shown;
  const name = profile !== undefined && isShown ? profile.name : `@${claim.handle}`;
  return { uid: claim.uid, handle: profile?.handle ?? claim.handle, owner: name, own: profile?.language };
}
