import { collections } from '@busker/core/documents/documents';
import {
  profileDocument,
  pictureHashesField,
  picturesOf,
} from '@busker/core/profile-documents/profile-document';
import { otherUploads } from '@busker/core/profile/draft';
import { sameUpload } from '@busker/core/pictures/picture-slots';
import { restrictionOf, rightsIn, withoutLimited, type Standing } from '@busker/core/moderation/standing';
import type { StoredProfile } from '@busker/core/profile/profile';
import type { Deps } from '../deps';
import { readable, stored } from '../store/store';
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
    if (!(await isStillPublished(deps, sha256))) await deps.pictures.removePublic(copy);
  }
}

async function isStillPublished({ store }: Deps, sha256: string): Promise<boolean> {
  const query = {
    from: collections.profiles,
    where: [[pictureHashesField, 'array-contains', sha256]],
    limit: 1,
  } as const;
  const found = await store.find(query, () => null);
  return found.length > 0;
}

type PictureDeps = Pick<Deps, 'store' | 'pictures' | 'clock'>;

/** The hashes of the pictures that visitors see on a profile: none while the host hides it, or its owner has taken it down. */
export function shownPictures(
  profile: StoredProfile,
  standing: Standing | undefined,
  now: number,
): readonly string[] {
  const restriction = restrictionOf(standing, now);
  if (profile.takenDownAt !== null || !rightsIn(restriction).shown) return [];
  const seen = withoutLimited(profile, restriction);
  const uploads = otherUploads(seen);
  const others = picturesOf({ ...seen, picture: null });
  const named = others.filter((each) => uploads.some((upload) => sameUpload(each, upload)));
  return [...(seen.picture === null ? [] : [seen.picture]), ...named].map(({ sha256 }) => sha256);
}

/** Withholds the pictures of an owner that no profile shows, and shows the others again. */
export async function followPictures(deps: PictureDeps, uid: string): Promise<void> {
  const profile = await deps.store.read(stored.profile(uid));
  if (profile === undefined) return;
  for (const { sha256 } of picturesOf(profile)) {
    const copy = await deps.pictures.findPublic(sha256);
    if (copy === undefined) continue;
    const shown = await isShown(deps, sha256);
    if (shown !== (copy.withheldSince === null))
      await deps.pictures.withhold(copy, shown ? null : deps.clock.now());
  }
}

/** The largest number of profiles to examine. If more profiles name the picture, it stays. */
const mostProfiles = 500;

/** Whether any profile shows these bytes to visitors. */
async function isShown({ store, clock }: Omit<PictureDeps, 'pictures'>, sha256: string): Promise<boolean> {
  const query = {
    from: collections.profiles,
    where: [[pictureHashesField, 'array-contains', sha256]],
    limit: mostProfiles,
  } as const;
  const found = await store.find(query, (data) => readable('profiles', profileDocument.decode(data)));
  if (found.length === mostProfiles) return true;
  const profiles = found.map(({ value }) => value);
  const standings = await store.readAll(profiles.map(({ uid }) => stored.standing(uid)));
  return profiles.some((profile, index) =>
    shownPictures(profile, standings[index], clock.now()).includes(sha256),
  );
}
