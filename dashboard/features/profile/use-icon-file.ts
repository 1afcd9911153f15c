import { useEffect, useState } from 'react';
import { platformOf } from '../../../core/profile/platform';
import { embedFolder } from '../../shared/embed-folder';

/** The URL of an icon's file. */
export const iconFile = (icon: string): string => `${embedFolder}icons/${icon}.svg`;

async function platformIcon(url: string): Promise<string | null> {
  const { findPlatform } = await import('../../../core/profile/platform-catalogue');
  return findPlatform(url)?.id ?? null;
}

/**
 * The URL of a link's icon, the file that cards show. Null for the five built-in icons, for a site without an icon, and while loading.
 * `chosen`: the owner's choice.
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
    // Without the icon's file the default one stays.
    find().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [of, url, chosen]);
  return shown?.of === of ? shown.file : null;
}
