import { linkPictures } from '../../core/profile/draft';
import { sameUpload, type DraftPicture } from '../../core/profile/picture-slots';
import type { Deps } from '../deps';
import type { OwnerUpload } from './pictures';
import { stored } from '../store/stored';
import { sweepThrough, type SweepResult } from '../jobs/sweep';

/** Milliseconds. A device that went offline between an upload and the change of the draft has this long to come back. */
const keptFor = 7 * 24 * 60 * 60_000;

/**
 * Daily: removes uploads that neither the draft nor the published profile uses. The profile's are kept, since discarding changes restores them in the
 * draft. Guests are treated like other owners.
 */
export async function sweepUploads(deps: Deps): Promise<SweepResult> {
  const before = deps.clock.now() - keptFor;
  const old = new Map<string, OwnerUpload[]>();
  for await (const upload of deps.pictures.uploads()) {
    if (upload.uploadedAt < before) old.set(upload.uid, [...(old.get(upload.uid) ?? []), upload]);
  }
  return sweepThrough(deps, 'sweep-uploads', [...old], ([uid, uploads]) => removeUnnamed(deps, uid, uploads));
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
