import IconBrandInstagram from '@tabler/icons-react/dist/esm/icons/IconBrandInstagram.mjs';
import IconBrandTiktok from '@tabler/icons-react/dist/esm/icons/IconBrandTiktok.mjs';
import IconBrandX from '@tabler/icons-react/dist/esm/icons/IconBrandX.mjs';
import IconBrandYoutube from '@tabler/icons-react/dist/esm/icons/IconBrandYoutube.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { platformOf, type CorePlatform } from '../../../core/platform';

const icons: Readonly<Record<CorePlatform, typeof IconLink>> = {
  instagram: IconBrandInstagram,
  x: IconBrandX,
  tiktok: IconBrandTiktok,
  youtube: IconBrandYoutube,
  link: IconLink,
};

export function PlatformIcon({ url, size = 19 }: { readonly url: string; readonly size?: number }) {
  const Icon = icons[platformOf(url)];
  return <Icon size={size} stroke={1.7} aria-hidden />;
}
