import { useEffect, useState } from 'react';
import type { PublicProfile } from '../../../core/profile/public-profile';
import type { Run } from './use-asked';

/** URLs of the pictures of a card, which the host may not show to visitors. Null while a picture loads, and when it is gone. */
export function useWithheldPictures(
  { picture, links }: PublicProfile,
  run: Run,
): (path: string | null) => string | null {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = JSON.stringify([picture, ...links.map((link) => link.picture)].filter(Boolean));
  useEffect(() => {
    const made = new Map<string, string>();
    let left = false;
    const read = async (path: string) => {
      const answer = await run((moderation) => moderation.picture(path));
      if (left || !answer.ok) return;
      made.set(path, URL.createObjectURL(answer.value));
      setUrls(new Map(made));
    };
    // One after the other, so that one dialog asks to sign in again, not one for each picture.
    void (async () => {
      for (const path of JSON.parse(wanted) as readonly string[]) if (!left) await read(path);
    })();
    return () => {
      left = true;
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
  }, [run, wanted]);
  return (path) => (path === null ? null : (urls.get(path) ?? null));
}
