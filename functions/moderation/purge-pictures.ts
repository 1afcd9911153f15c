import { picturesOf } from '../../core/documents/profile-document';
import type { Deps } from '../deps';
import type { PublicPicture } from '../profiles/pictures';
import { stored } from '../store/stored';

/** The published pictures of an owner that are withheld from visitors. */
export async function withheldPictures(
  { store, pictures }: Pick<Deps, 'store' | 'pictures'>,
  uid: string,
): Promise<readonly PublicPicture[]> {
  const profile = await store.read(stored.profile(uid));
  const hashes = profile === undefined ? [] : picturesOf(profile).map(({ sha256 }) => sha256);
  const copies = await Promise.all([...new Set(hashes)].map((sha256) => pictures.findPublic(sha256)));
  return copies.filter((copy) => copy !== undefined).filter(({ withheldSince }) => withheldSince !== null);
}

/** Deletes their bytes for good, and takes them out of the profile. A restored owner publishes them again. */
export async function purgePictures(deps: Pick<Deps, 'store' | 'pictures'>, uid: string): Promise<number> {
  const withheld = await withheldPictures(deps, uid);
  const purged = new Set(withheld.map(({ sha256 }) => sha256));
  await deps.store.transaction(async (tx) => {
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined) return;
    const { picture, linkPictures } = profile;
    tx.write(stored.profile(uid), {
      ...profile,
      picture: picture !== null && purged.has(picture.sha256) ? null : picture,
      linkPictures: linkPictures.filter(({ sha256 }) => !purged.has(sha256)),
    });
  });
  for (const copy of withheld) await deps.pictures.removePublic(copy);
  return withheld.length;
}
