import * as v from 'valibot';
import { lookupHandle } from '../../core/profile/handle';
import { restrictionOf } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

/**
 * Whether a handle that shows no profile belongs to one that its owner has taken down. Costs a read for a handle that nobody has, so only the pages for
 * people ask. What the host has done to a profile is not told here.
 */
export async function isTakenDown(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  typed: string | undefined,
): Promise<boolean> {
  const handle = v.safeParse(lookupHandle, typed);
  const claim = handle.success ? await store.read(stored.handle(handle.output)) : undefined;
  if (claim?.state !== 'live') return false;
  const [profile, standing] = await Promise.all([
    store.read(stored.profile(claim.uid)),
    store.read(stored.standing(claim.uid)),
  ]);
  return profile?.takenDownAt != null && restrictionOf(standing, clock.now()) === null;
}
