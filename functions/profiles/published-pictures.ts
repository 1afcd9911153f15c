import { pictureHashesField, picturesOf } from '../../core/documents/profile-document';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Deps } from '../deps';
import type { PublicPicture } from './pictures';

/** Milliseconds. Publishing copies its pictures first and names them after that; no request takes nearly as long. */
const publishingTakes = 60 * 60_000;

/** Whether somebody may be about to name this copy. */
export const isPublishing = ({ writtenAt }: PublicPicture, now: number): boolean =>
  writtenAt > now - publishingTakes;

/**
 * Removes what a deleted profile showed, as far as no other profile shows the same bytes. What was copied a moment ago is left to the
 * daily sweep: somebody else may be publishing it.
 */
export async function removePicturesOf(deps: Deps, profile: StoredProfile): Promise<void> {
  for (const { sha256 } of picturesOf(profile)) {
    // The copy is looked at before the profiles are asked: one that is published in between is a newer one, and stays.
    const copy = await deps.pictures.findPublic(sha256);
    if (copy === undefined || isPublishing(copy, deps.clock.now())) continue;
    if (!(await isShown(deps, sha256))) await deps.pictures.removePublic(copy);
  }
}

async function isShown({ store }: Deps, sha256: string): Promise<boolean> {
  const query = {
    from: 'profiles',
    where: [[pictureHashesField, 'array-contains', sha256]],
    limit: 1,
  } as const;
  const found = await store.find(query, () => null);
  return found.length > 0;
}
