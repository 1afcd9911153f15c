import { decodeProfile, pictureHashesField, picturesOf } from '../../core/documents/profile-document';
import { ok, type Result } from '../../core/base/result';
import { isData } from '../../core/documents/stored-document';
import { allDocuments } from '../store/all-documents';
import type { Deps } from '../deps';
import type { PublicPicture } from './pictures';
import { isPublishing } from './published-pictures';
import { stored } from '../store/stored';
import { sweepThrough, type SweepResult } from '../jobs/sweep';

const name = 'sweep-pictures';

/**
 * Milliseconds. Caches keep pages and profiles for a minute at most; half a day also covers a draft that is published again. It is shorter than the
 * day between two sweeps, so that the second sweep removes what the first one found.
 */
const keptUnnamedFor = 12 * 60 * 60_000;

/**
 * Daily: notes public pictures without a profile, and removes those that were noted by the previous sweep. The pictures are listed before the
 * profiles are read: a picture that is published meanwhile is a newer copy, and only the listed copy is removed.
 */
export async function sweepPictures(deps: Deps): Promise<SweepResult> {
  const lying: PublicPicture[] = [];
  for await (const picture of deps.pictures.publicPictures()) lying.push(picture);
  const named = await namedPictures(deps);
  // An unreadable profile may use any of them.
  if (named === undefined) return { sweep: name, checked: 0, changed: 0, missed: lying.length };
  return sweepThrough(deps, name, lying, (picture) => judge(deps, picture, named.has(picture.sha256)));
}

async function judge({ pictures, clock }: Deps, picture: PublicPicture, named: boolean): Promise<boolean> {
  const now = clock.now();
  const { unnamedSince } = picture;
  if (named || isPublishing(picture, now)) {
    if (unnamedSince !== null) await pictures.noteUnnamed(picture, null);
    return false;
  }
  if (unnamedSince === null) await pictures.noteUnnamed(picture, now);
  const isDue = unnamedSince !== null && unnamedSince <= now - keptUnnamedFor;
  if (isDue) await pictures.removePublic(picture);
  return isDue;
}

async function namedPictures(deps: Deps): Promise<ReadonlySet<string> | undefined> {
  const named = new Set<string>();
  try {
    for await (const { value } of allDocuments(deps.store, 'profiles', decodeNamed)) {
      for (const sha256 of value.hashes) named.add(sha256);
      if (!value.listed) await listHashes(deps, value.uid);
    }
    return named;
  } catch (error) {
    deps.log.sweepFailed({ sweep: name, missed: 1, error });
    return undefined;
  }
}

interface Named {
  readonly uid: string;
  readonly hashes: readonly string[];
  /** False for a profile of an earlier release, which lacks the field for queries. */
  readonly listed: boolean;
}

function decodeNamed(data: unknown): Result<Named> {
  const profile = decodeProfile(data);
  if (!profile.ok) return profile;
  const hashes = picturesOf(profile.value).map(({ sha256 }) => sha256);
  return ok({ uid: profile.value.uid, hashes, listed: isData(data) && pictureHashesField in data });
}

/** Writes the profile again, unchanged: encoding adds the hashes. */
async function listHashes({ store }: Deps, uid: string): Promise<void> {
  await store.transaction(async (tx) => {
    const profile = await tx.read(stored.profile(uid));
    if (profile !== undefined) tx.write(stored.profile(uid), profile);
  });
}
