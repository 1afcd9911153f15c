import { collections } from '../../core/documents/documents';
import { pictureHashesField } from '../../core/documents/profile-document';
import type { Deps } from '../deps';
import type { PublicPicture } from './pictures';

/** Milliseconds. Publishing copies pictures first and refers to them afterwards; no request takes nearly as long as this. */
const publishingTakes = 60 * 60_000;

/** Whether a running request may be about to use this copy. */
export const isPublishing = ({ writtenAt }: PublicPicture, now: number): boolean =>
  writtenAt > now - publishingTakes;

/**
 * Removes the pictures with these hashes, which a deleted profile had, unless another profile shows the same bytes. Copies from a moment ago are
 * left to the daily sweep: another owner may be publishing them.
 */
export async function removePictures(deps: Deps, hashes: readonly string[]): Promise<void> {
  for (const sha256 of hashes) {
    // The copy is read before the profiles: a picture that is published in between is a newer copy, and stays.
    const copy = await deps.pictures.findPublic(sha256);
    if (copy === undefined || isPublishing(copy, deps.clock.now())) continue;
    if (!(await isShown(deps, sha256))) await deps.pictures.removePublic(copy);
  }
}

async function isShown({ store }: Deps, sha256: string): Promise<boolean> {
  const query = {
    from: collections.profiles,
    where: [[pictureHashesField, 'array-contains', sha256]],
    limit: 1,
  } as const;
  const found = await store.find(query, () => null);
  return found.length > 0;
}
