import type { HandleAnswer } from '../../core/api/owner-api';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import type { HandleClaim } from '../../core/documents/profile-document';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Transaction, Writes } from '../store/store';

/** Whether this owner could publish under a handle. A handle that was shown to somebody stays with its owner. */
export async function checkHandle(
  { store }: Pick<Deps, 'store'>,
  handle: string,
  uid: string | null,
): Promise<HandleAnswer> {
  const claim = await store.read(stored.handle(handle));
  if (claim === undefined) return { handle, state: 'free' };
  return { handle, state: claim.uid === uid ? 'yours' : 'taken' };
}

/** The claims that a profile has on its handle and its aliases. */
export async function claimsOf(tx: Transaction, profile: StoredProfile): Promise<readonly HandleClaim[]> {
  const claims = await tx.readAll([profile.handle, ...profile.aliases].map(stored.handle));
  return claims.filter((claim) => claim !== undefined).filter(({ uid }) => uid === profile.uid);
}

/** After this no handle leads to the profile: no card shows it and no tip can start. A handle that was never shown is free again. */
export function retireHandles(writes: Writes, claims: readonly HandleClaim[]): void {
  for (const claim of claims) {
    const doc = stored.handle(claim.handle);
    if (claim.usedAt === null) writes.remove(doc.path);
    else writes.write(doc, { ...claim, state: 'retired' });
  }
}
