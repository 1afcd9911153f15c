import { useEffect, useRef, useState } from 'react';
import { sameUpload, type DraftPicture } from '../../core/profile/picture-slots';
import { picturesOf } from '../../core/documents/profile-document';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { useBackend, useOwner } from '../data/session';
import { useOnline } from '../data/use-online';

const keyOf = ({ slot, generation }: DraftPicture): string => `${slot} ${generation}`;

/**
 * URLs of the draft's uploads: the published copy, or the upload itself. The copies of a page that was taken down are not served. Null while loading, and permanently when an upload cannot be
 * read; publishing then reports the problem.
 */
export function usePictureUrls(
  wanted: readonly DraftPicture[],
  published: StoredProfile | null,
): (picture: DraftPicture) => string | null {
  const backend = useBackend();
  const { uid } = useOwner();
  const online = useOnline();
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const made = useRef(new Map<string, string>());
  const served = published === null || published.takenDownAt !== null ? [] : picturesOf(published);
  const liveAt = (picture: DraftPicture) => served.find((live) => sameUpload(live, picture));
  const unpublished = JSON.stringify(wanted.filter((picture) => !liveAt(picture)));

  useEffect(() => {
    let left = false;
    const read = async (picture: DraftPicture) => {
      const files = await backend.openFiles(uid);
      const answer = await files.read(picture.slot);
      if (left || !answer.ok) return;
      made.current.set(keyOf(picture), URL.createObjectURL(answer.value));
      setUrls(new Map(made.current));
    };
    const pictures = JSON.parse(unpublished) as readonly DraftPicture[];
    for (const picture of pictures) {
      if (!made.current.has(keyOf(picture))) read(picture).catch(() => undefined);
    }
    return () => {
      left = true;
    };
    // Tries again when the connection is back.
  }, [backend, uid, unpublished, online]);

  useEffect(() => {
    const ours = made.current;
    return () => {
      for (const url of ours.values()) URL.revokeObjectURL(url);
      ours.clear();
    };
  }, []);

  return (picture) => {
    const live = liveAt(picture);
    return live ? `${backend.host}/img/${live.sha256}` : (urls.get(keyOf(picture)) ?? null);
  };
}
