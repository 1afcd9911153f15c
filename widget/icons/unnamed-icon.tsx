import { PlatformIcon } from './icons';
import { useChunk } from '../hooks/use-chunk';
import { OwnIcon } from './own-icon';

interface Props {
  readonly url: string;
  /** The folder of the build's icons, ending in a slash. */
  readonly assets: string;
}

const load = () => import('@busker/core/platforms/platform-catalogue');

/** The icon of a link without a platform in its profile (an older server, a hand-written file), from the list of platforms. */
export function UnnamedIcon({ url, assets }: Props) {
  const chunk = useChunk(load, true);
  const platform = chunk.at === 'ready' ? chunk.part.findPlatform(url)?.id : null;
  if (!platform) return <PlatformIcon platform="link" />;
  return <OwnIcon file={`${assets}icons/${platform}.svg`} until="link" />;
}
