import { decodeProfile, pictureHashesField, picturesOf } from '../../core/documents/profile-document';
import { collections, paths } from '../../core/documents/documents';
import { decodeStanding } from '../../core/documents/standing-document';
import type { Standing } from '../../core/profile/standing';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { ok, type Result } from '../../core/base/result';
import { isData } from '../../core/documents/stored-document';
import { allDocuments } from '../store/all-documents';
import type { Deps } from '../deps';
import type { PublicPicture } from './pictures';
import { shownPictures } from './withhold-pictures';
import { isPublishing } from './published-pictures';
import { stored } from '../store/stored';
import { sweepThrough, type SweepResult } from '../queue/sweep';

const name = 'sweep-pictures';

/**
 * Milliseconds. Caches keep pages and profiles for a minute at most; half a day also covers a draft that is published again. It is shorter than the
 * day between two sweeps, so that the second sweep removes what the first one found.
 */
const keptUnnamedFor = 12 * 60 * 60_000;

/**
 * Daily: notes public pictures without a profile, and removes those that were noted by the previous sweep. The pictures are listed before the
 * profiles are read: a picture that is published meanwhile is a newer copy, and only the listed copy is removed. It also withholds pictures that only
 * hidden profiles name, in case the change of a standing was interrupted.
 */
export async function sweepPictures(deps: Deps): Promise<SweepResult> {
  const lying: PublicPicture[] = [];
  for await (const picture of deps.pictures.publicPictures()) lying.push(picture);
  const named = await namedPictures(deps);
  // An unreadable profile may use any of them.
  if (named === undefined) return { sweep: name, checked: 0, changed: 0, missed: lying.length };
  return sweepThrough(deps, name, lying, (picture) => judge(deps, picture, named));
}

interface NamedPictures {
  /** The hashes that any profile names. */
  readonly all: ReadonlySet<string>;
  /** The hashes of the pictures that visitors see. */
  readonly shown: ReadonlySet<string>;
}

async function judge(
  { pictures, clock }: Deps,
  picture: PublicPicture,
  { all, shown }: NamedPictures,
): Promise<boolean> {
  const now = clock.now();
  const { unnamedSince, withheldSince, sha256 } = picture;
  const named = all.has(sha256);
  if (named && shown.has(sha256) !== (withheldSince === null))
    await pictures.withhold(picture, shown.has(sha256) ? null : now);
  if (named || isPublishing(picture, now)) {
    if (unnamedSince !== null) await pictures.noteUnnamed(picture, null);
    return false;
  }
  if (unnamedSince === null) await pictures.noteUnnamed(picture, now);
  const isDue = unnamedSince !== null && unnamedSince <= now - keptUnnamedFor;
  if (isDue) await pictures.removePublic(picture);
  return isDue;
}

async function namedPictures(deps: Deps): Promise<NamedPictures | undefined> {
  const all = new Set<string>();
  const shown = new Set<string>();
  const standings = new Map<string, Standing>();
  try {
    for await (const { path, value } of allDocuments(deps.store, collections.standing, decodeStanding))
      standings.set(path, value);
    for await (const { value } of allDocuments(deps.store, collections.profiles, decodeNamed)) {
      const { uid } = value.profile;
      for (const { sha256 } of picturesOf(value.profile)) all.add(sha256);
      const standing = standings.get(paths.standing(uid));
      for (const sha256 of shownPictures(value.profile, standing, deps.clock.now())) shown.add(sha256);
      if (!value.listed) await listHashes(deps, uid);
    }
    return { all, shown };
  } catch (error) {
    deps.log.sweepFailed({ sweep: name, missed: 1, error });
    return undefined;
  }
}

interface Named {
  readonly profile: StoredProfile;
  /** False for a profile of an earlier release, which lacks the field for queries. */
  readonly listed: boolean;
}

function decodeNamed(data: unknown): Result<Named> {
  const profile = decodeProfile(data);
  if (!profile.ok) return profile;
  return ok({ profile: profile.value, listed: isData(data) && pictureHashesField in data });
}

/** Writes the profile again, unchanged: encoding adds the hashes. */
async function listHashes({ store }: Deps, uid: string): Promise<void> {
  await store.transaction(async (tx) => {
    const profile = await tx.read(stored.profile(uid));
    if (profile !== undefined) tx.write(stored.profile(uid), profile);
  });
}
