import { useEffect, useState } from 'react';
import type { Draft } from '../../core/draft';
import type { StoredProfile } from '../../core/profile-document';
import { useBackend } from '../use-backend';
import { useOwner } from '../use-session';

interface Shown {
  readonly key: string;
  readonly url: string;
}

/** An address under which the draft's picture can be shown: the published one, or the upload itself. Null while there is none. */
export function useDraftPicture(draft: Draft, live: StoredProfile | null): string | null {
  const backend = useBackend();
  const { uid } = useOwner();
  const [shown, setShown] = useState<Shown | null>(null);
  const { picture } = draft;
  const key = picture ? `${picture.slot} ${picture.generation}` : null;
  const published = live?.picture ? `${live.picture.slot} ${live.picture.generation}` : null;
  const slot = key !== null && key !== published ? picture?.slot : undefined;

  useEffect(() => {
    if (!slot || key === null) return undefined;
    let made: string | null = null;
    let left = false;
    void backend
      .openFiles(uid)
      .then((files) => files.read(slot))
      .then((answer) => {
        if (left || !answer.ok) return;
        made = URL.createObjectURL(answer.value);
        setShown({ key, url: made });
      })
      .catch(() => {
        // The preview shows the initial instead; publishing says what is wrong with the picture, if anything.
      });
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [backend, uid, slot, key]);

  if (key === null) return null;
  if (key === published && live?.picture) return `${backend.host}/img/${live.picture.sha256}`;
  return shown?.key === key ? shown.url : null;
}
