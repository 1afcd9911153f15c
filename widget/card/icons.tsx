import { useEffect, useState } from 'react';
import { coreIcons } from '../../core/profile/core-icons';
import type { CorePlatform } from '../../core/profile/platform';
import { nowAndOnline } from './now-and-online';

export function PlatformIcon({ platform }: { readonly platform: CorePlatform }) {
  const [path, isLine] = coreIcons[platform];
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" part="link-icon">
      <path className={isLine ? 'line' : 'area'} d={path} />
    </svg>
  );
}

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
