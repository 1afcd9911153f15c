import { OwnIcon, PlatformIcon } from '../card/icons';
import { useChunk } from '../card/use-chunk';

interface Props {
  readonly url: string;
  /** Where the build's icons lie, with a slash at the end. */
  readonly assets: string;
}

const load = () => import('../../core/profile/platform-catalogue');

/** The icon of a link whose profile does not name the platform (an older server's, a hand-written file): the catalogue knows it. */
export function UnnamedIcon({ url, assets }: Props) {
  const chunk = useChunk(load, true);
  const platform = chunk.at === 'ready' ? chunk.part.findPlatform(url)?.id : null;
  if (!platform) return <PlatformIcon platform="link" />;
  return <OwnIcon file={`${assets}icons/${platform}.svg`} until="link" />;
}
