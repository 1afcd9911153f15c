import { useEffect, useState } from 'react';
import type { CorePlatform } from '@busker/core/platforms/platform';
import { PlatformIcon } from './icons';
import { nowAndOnline } from '../browser/now-and-online';

interface OwnIconProps {
  readonly file: string;
  readonly until: CorePlatform;
}

/** An icon from a file, in the text's colour. Until it has loaded, the platform's inline icon is shown. */
export function OwnIcon({ file, until }: OwnIconProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.onload = () => setLoaded(file);
    return nowAndOnline(() => {
      image.src = file;
    });
  }, [file]);
  if (loaded !== file) return <PlatformIcon platform={until} />;
  const mask = `url("${file}")`;
  return <span className="icon" part="link-icon" style={{ maskImage: mask, WebkitMaskImage: mask }} />;
}
