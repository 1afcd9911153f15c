import { useEffect, useState } from 'react';
import { platformOf } from '../../../core/platform';
import { embedFolder } from '../../embed-folder';

/**
 * The address of a platform's icon, the same file that cards show, once it is there; null for the five that are drawn at once, for a site
 * of its own, and until then.
 */
export function useIconFile(url: string): string | null {
  const [shown, setShown] = useState<{ readonly url: string; readonly file: string } | null>(null);
  useEffect(() => {
    if (platformOf(url) !== 'link') return undefined;
    let wanted = true;
    const find = async () => {
      const { findPlatform } = await import('../../../core/platform-catalogue');
      const platform = findPlatform(url);
      if (!platform) return;
      const file = `${embedFolder}icons/${platform.id}.svg`;
      const image = new Image();
      image.src = file;
      await image.decode();
      if (wanted) setShown({ url, file });
    };
    // No icon is no loss: the plain one stays.
    find().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [url]);
  return shown?.url === url ? shown.file : null;
}
