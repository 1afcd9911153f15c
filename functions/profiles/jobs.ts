import type { JobKind } from '@busker/core/jobs/job-document';
import { each, sweepThrough, sweepPages, type Recurring, type SweepResult } from '../queue/sweep';
import { compareCache } from '../profile-cache/compare-cache';
import {
  profileDocument,
  pictureHashesField,
  picturesOf,
} from '@busker/core/profile-documents/profile-document';
import { collections, paths, isData } from '@busker/core/documents/documents';
import { standingDocument } from '@busker/core/moderation/report-document';
import type { Standing } from '@busker/core/moderation/standing';
import type { StoredProfile } from '@busker/core/profile/profile';
import { ok, type Result } from '@busker/core/base/result';
import { allDocuments, stored } from '../store/store';
import type { Deps } from '../deps';
import type { PublicPicture, OwnerUpload } from '../pictures/pictures';
import { shownPictures, isPublishing } from '../pictures/published-pictures';
import { otherUploads } from '@busker/core/profile/draft';
import { sameUpload, type DraftPicture } from '@busker/core/pictures/picture-slots';
import type { JobRun } from '../queue/job-work';

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
    for await (const { path, value } of allDocuments(
      deps.store,
      collections.standing,
      standingDocument.decode,
    ))
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
  const profile = profileDocument.decode(data);
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

/** Milliseconds. A device that went offline between an upload and the change of the draft has this long to come back. */
const keptFor = 7 * 24 * 60 * 60_000;

const ownersOfPage = 100;

interface OldUploads {
  readonly uid: string;
  readonly uploads: readonly OwnerUpload[];
}

/** The owners after this one who have uploads from before this time, each with these uploads. Holds one owner's uploads at a time. */
async function* ownersWithOld({ pictures }: Deps, after: string | null, before: number) {
  let owner: OldUploads | null = null;
  for await (const upload of pictures.uploads(after)) {
    if (upload.uploadedAt >= before) continue;
    if (owner !== null && owner.uid !== upload.uid) yield owner;
    const known: readonly OwnerUpload[] = owner?.uid === upload.uid ? owner.uploads : [];
    owner = { uid: upload.uid, uploads: [...known, upload] };
  }
  if (owner !== null) yield owner;
}

/**
 * Daily: removes uploads that neither the draft nor the published profile uses. The profile's are kept, since discarding changes restores them in the
 * draft. Guests are treated like other owners.
 */
export async function sweepUploads(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  const before = deps.clock.now() - keptFor;
  let owners: AsyncGenerator<OldUploads> | undefined;
  return sweepPages(deps, run, {
    sweep: 'sweep-uploads',
    async nextPage(at) {
      owners ??= ownersWithOld(deps, at, before);
      const items: OldUploads[] = [];
      for (let next = await owners.next(); !next.done; next = await owners.next()) {
        items.push(next.value);
        if (items.length === ownersOfPage) return { items, at: next.value.uid };
      }
      return { items, at: null };
    },
    work: ({ uid, uploads }) => removeUnnamed(deps, uid, uploads),
  });
}

async function removeUnnamed({ store, pictures }: Deps, uid: string, uploads: readonly OwnerUpload[]) {
  const draft = await store.read(stored.draft(uid));
  const profile = await store.read(stored.profile(uid));
  const named: readonly (DraftPicture | null)[] = [
    ...(draft ? [draft.picture, ...otherUploads(draft)] : []),
    ...(profile ? picturesOf(profile) : []),
  ];
  const unnamed = uploads.filter((upload) => !named.some((each) => sameUpload(each, upload)));
  for (const upload of unnamed) await pictures.removeUpload(upload);
  return unnamed.length > 0;
}

export const profileSweeps = {
  'sweep-uploads': each('daily', sweepUploads),
  'sweep-pictures': each('daily', sweepPictures),
  'compare-cards': each('daily', compareCache),
} satisfies Partial<Record<JobKind, Recurring>>;
