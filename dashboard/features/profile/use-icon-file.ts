import { useEffect, useState } from 'react';
import { platformOf } from '../../../core/profile/platform';
import { embedFolder } from '../../shared/embed-folder';

/** Where an icon's file lies, by its name. */
export const iconFile = (icon: string): string => `${embedFolder}icons/${icon}.svg`;

async function platformIcon(url: string): Promise<string | null> {
  const { findPlatform } = await import('../../../core/profile/platform-catalogue');
  return findPlatform(url)?.id ?? null;
}

/**
 * The address of a link's icon, the same file that cards show, once it is there; null for the five that are drawn at once, for a site of
 * its own, and until then. `chosen`: the owner's own choice.
 */
export function useIconFile(url: string, chosen: string | null): string | null {
  const [shown, setShown] = useState<{ readonly of: string; readonly file: string } | null>(null);
  const of = `${chosen} ${url}`;
  useEffect(() => {
    if (!chosen && platformOf(url) !== 'link') return undefined;
    let wanted = true;
    const find = async () => {
      const icon = chosen ?? (await platformIcon(url));
      if (!icon) return;
      const file = iconFile(icon);
      const image = new Image();
      image.src = file;
      await image.decode();
      if (wanted) setShown({ of, file });
    };
    // No icon is no loss: the plain one stays.
    find().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [of, url, chosen]);
  return shown?.of === of ? shown.file : null;
}
