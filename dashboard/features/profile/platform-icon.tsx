import IconBrandInstagram from '@tabler/icons-react/dist/esm/icons/IconBrandInstagram.mjs';
import IconBrandTiktok from '@tabler/icons-react/dist/esm/icons/IconBrandTiktok.mjs';
import IconBrandX from '@tabler/icons-react/dist/esm/icons/IconBrandX.mjs';
import IconBrandYoutube from '@tabler/icons-react/dist/esm/icons/IconBrandYoutube.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { platformOf, type CorePlatform } from '../../../core/profile/platform';
import { useIconFile } from './use-icon-file';

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
  /** The icon that the owner chose. */
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
