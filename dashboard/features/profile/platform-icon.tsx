import { useEffect, useState } from 'react';
import { platformOf, type CorePlatform } from '@busker/core/platforms/platform';
import { IconBrandInstagram, IconBrandTiktok, IconBrandX, IconBrandYoutube } from '../../icons/brand-icons';
import { IconLink } from '../../icons/screen-icons';
import { embedFolder } from '../../data/config';

export const iconFile = (icon: string): string => `${embedFolder}icons/${icon}.svg`;

async function platformIcon(url: string): Promise<string | null> {
  const { findPlatform } = await import('@busker/core/platforms/platform-catalogue');
  return findPlatform(url)?.id ?? null;
}

/**
 * The URL of a link's icon, the file that cards show. Null for the five built-in icons, for a site without an icon, and while loading.
 * `chosen`: the owner's choice.
 */
function useIconFile(url: string, chosen: string | null): string | null {
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

const icons: Readonly<Record<CorePlatform, typeof IconLink>> = {
  instagram: IconBrandInstagram,
  x: IconBrandX,
  tiktok: IconBrandTiktok,
  youtube: IconBrandYoutube,
  link: IconLink,
};

interface PlatformIconProps {
  readonly url: string;
  readonly size?: number;
  readonly chosen?: string | null;
}

/** The mark of the address's platform, in the text colour. */
export function PlatformIcon({ url, size = 19, chosen = null }: PlatformIconProps) {
  const file = useIconFile(url, chosen);
  const Icon = icons[platformOf(url)];
  return file ? <IconOfFile file={file} size={size} /> : <Icon size={size} stroke={1.7} aria-hidden />;
}

/** An icon from a file, in the text colour. */
export function IconOfFile({ file, size }: { readonly file: string; readonly size: number }) {
  const mask = `url("${file}") center / contain no-repeat`;
  const style = { display: 'inline-block', width: size, height: size, background: 'currentcolor' };
  return <span aria-hidden style={{ ...style, mask, WebkitMask: mask }} />;
}
