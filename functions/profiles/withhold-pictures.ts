import { collections } from '../../core/documents/documents';
import { decodeProfile, pictureHashesField, picturesOf } from '../../core/documents/profile-document';
import { linkPictures } from '../../core/profile/draft';
import { sameUpload } from '../../core/profile/picture-slots';
import { restrictionOf, rightsIn, withoutLimited, type Standing } from '../../core/profile/standing';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';

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
  const signs = linkPictures(seen.links);
  const ofLinks = seen.linkPictures.filter((each) => signs.some((sign) => sameUpload(each, sign)));
  return [...(seen.picture === null ? [] : [seen.picture]), ...ofLinks].map(({ sha256 }) => sha256);
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
export async function isShown(
  { store, clock }: Omit<PictureDeps, 'pictures'>,
  sha256: string,
): Promise<boolean> {
  const query = {
    from: collections.profiles,
    where: [[pictureHashesField, 'array-contains', sha256]],
    limit: mostProfiles,
  } as const;
  const found = await store.find(query, (data) => readable('profiles', decodeProfile(data)));
  if (found.length === mostProfiles) return true;
  const profiles = found.map(({ value }) => value);
  const standings = await store.readAll(profiles.map(({ uid }) => stored.standing(uid)));
  return profiles.some((profile, index) =>
    shownPictures(profile, standings[index], clock.now()).includes(sha256),
  );
}
