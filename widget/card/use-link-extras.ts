import { useEffect, useState } from 'react';
import { platformOf } from '../../core/platform';
import { isInApp } from '../in-app';
import type { PublicLink } from '../../core/public-profile';
import type { LinkExtras } from '../link-extras/link-extras';

/** More platforms and the copy button: loaded only where a link needs them. */
export function useLinkExtras(links: readonly PublicLink[]): LinkExtras | null {
  const [extras, setExtras] = useState<LinkExtras | null>(null);
  const needed = isInApp() || links.some(({ url }) => platformOf(url) === 'link');
  useEffect(() => {
    if (needed)
      import('../link-extras/link-extras').then(
        ({ linkExtras }) => setExtras(linkExtras(isInApp())),
        () => undefined,
      );
  }, [needed]);
  return extras;
}
