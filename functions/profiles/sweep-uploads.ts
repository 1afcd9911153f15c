import { linkPictures } from '../../core/profile/draft';
import { sameUpload, type DraftPicture } from '../../core/profile/picture-slots';
import type { Deps } from '../deps';
import type { OwnerUpload } from './pictures';
import { stored } from '../store/stored';
import type { JobRun } from '../queue/job-work';
import { type SweepResult, sweepPages } from '../queue/sweep';

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
    ...(draft ? [draft.picture, ...linkPictures(draft.links)] : []),
    ...(profile ? [profile.picture, ...profile.linkPictures] : []),
  ];
  const unnamed = uploads.filter((upload) => !named.some((each) => sameUpload(each, upload)));
  for (const upload of unnamed) await pictures.removeUpload(upload);
  return unnamed.length > 0;
}
