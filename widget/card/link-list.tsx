import type { ReactNode } from 'react';
import { platformOf } from '@busker/core/platforms/platform';
import type { PublicLink } from '@busker/core/profile/public-profile';
import { isSafeUrl } from '@busker/core/text/safe-url';
import type { FirstTexts } from '../messages/en-first';
import { PlatformIcon } from '../icons/icons';

/** A link's parts from the late part. */
export interface LinkExtras {
  /** A picture or a file in place of the inline icon; null if the link has none. */
  readonly iconOf: (link: PublicLink) => ReactNode;
  /** The link, with something beside it where that is needed. */
  readonly wrap: (link: PublicLink, anchor: ReactNode) => ReactNode;
}

type Press = Pick<Event, 'preventDefault'>;

interface Props {
  readonly links: readonly PublicLink[];
  readonly texts: FirstTexts;
  readonly extras: LinkExtras | null;
  /** Called when a fan follows a link in any way. */
  readonly onFollow: (link: PublicLink, press: Press) => void;
}

export function LinkList({ links, texts, extras, onFollow }: Props) {
  const safe = links.filter(({ url }) => isSafeUrl(url));
  return (
    <ul className="links" part="links">
      {safe.map((link, index) => {
        const { id, url, label, group, verified } = link;
        const follow = (press: Press) => onFollow(link, press);
        const anchor = (
          // The middle button opens a tab without a `click` event. The right button fires `auxclick` too, but follows no link.
          <a
            className="link"
            part="link"
            href={url}
            rel="me noopener"
            target="_blank"
            onClick={follow}
            onAuxClick={(event) => event.button === 1 && follow(event)}
          >
            {extras?.iconOf(link) ?? <PlatformIcon platform={platformOf(url)} />}
            <span className="label" part="link-label" dir="auto">
              {label}
            </span>
            {verified && (
              <svg className="verified" viewBox="0 0 24 24" role="img" aria-label={texts.verified}>
                <path className="line" d="m5 13 4 4L19 7" />
              </svg>
            )}
          </a>
        );
        return (
          <li key={id}>
            {group && group !== safe[index - 1]?.group && <p className="group">{group}</p>}
            {extras ? extras.wrap(link, anchor) : anchor}
          </li>
        );
      })}
    </ul>
  );
}
