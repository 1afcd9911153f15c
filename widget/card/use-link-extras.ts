import { useEffect, useState } from 'react';
import { platformOf } from '../../core/platform';
import type { PublicLink } from '../../core/public-profile';
import type { LinkExtras } from '../link-extras/link-extras';

/** The browsers inside apps: links leave them badly, so they can be copied there. */
const inApp = /FBA[NV]|Instagram|TikTok|Bytedance|musical_ly|Snapchat|Line\//;

/** More platforms and the copy button: loaded only where a link needs them. */
export function useLinkExtras(links: readonly PublicLink[]): LinkExtras | null {
  const [extras, setExtras] = useState<LinkExtras | null>(null);
  const needed = inApp.test(navigator.userAgent) || links.some(({ url }) => platformOf(url) === 'link');
  useEffect(() => {
    if (needed)
      import('../link-extras/link-extras').then(
        ({ linkExtras }) => setExtras(linkExtras(inApp.test(navigator.userAgent))),
        () => undefined,
      );
  }, [needed]);
  return extras;
}
