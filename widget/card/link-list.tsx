import { useEffect, useState } from 'react';
import { platformOf, type CorePlatform } from '../../core/platform';
import type { PublicLink } from '../../core/public-profile';
import { isSafeUrl } from '../../core/safe-url';
import type { LinkExtras } from '../link-extras/link-extras';
import type { CardMessages } from '../messages/en';
import { PlatformIcon } from './icons';
import { useLinkExtras } from './use-link-extras';

interface Props {
  readonly links: readonly PublicLink[];
  readonly texts: CardMessages;
  /** Where the build's icons lie, with a slash at the end. */
  readonly assets: string;
  /** The origin of pictures; null = none may be asked for yet. */
  readonly pictures: string | null;
  /** Called when a fan follows a link, by whatever means; false keeps the browser here. */
  readonly onFollow: (link: PublicLink) => boolean;
}

export function LinkList(props: Props) {
  const safe = props.links.filter(({ url }) => isSafeUrl(url));
  const extras = useLinkExtras(safe);
  return (
    <ul className="links" part="links">
      {safe.map((link, index) => (
        <li key={link.id}>
          {link.group && link.group !== safe[index - 1]?.group && <p className="group">{link.group}</p>}
          <CardLink {...props} link={link} extras={extras} />
        </li>
      ))}
    </ul>
  );
}

type LinkProps = Props & { readonly link: PublicLink; readonly extras: LinkExtras | null };

function CardLink({ link, extras, texts, assets, pictures, onFollow }: LinkProps) {
  const { url, label, picture } = link;
  const platform = platformOf(url);
  const follow = (event: { readonly preventDefault: () => void }) => {
    if (!onFollow(link)) event.preventDefault();
  };
  const icon = assets && (link.icon || (platform === 'link' && extras?.iconOf(url)));
  const anchor = (
    // The middle button opens a tab without a click; the right one is an `auxclick` too, but follows nothing.
    <a
      className="link"
      part="link"
      href={url}
      rel="me noopener"
      target="_blank"
      onClick={follow}
      onAuxClick={(event) => event.button === 1 && follow(event)}
    >
      {picture && pictures !== null ? (
        <img
          className="thumb"
          part="link-icon"
          src={picture.startsWith('/') ? pictures + picture : picture}
          alt=""
          loading="lazy"
        />
      ) : icon ? (
        <OwnIcon file={`${assets}icons/${icon}.svg`} until={platform} />
      ) : (
        <PlatformIcon platform={platform} />
      )}
      <span className="label" part="link-label" dir="auto">
        {label}
      </span>
      {link.verified && (
        <svg className="verified" viewBox="0 0 24 24" role="img" aria-label={texts.verified}>
          <path className="line" d="m5 13 4 4L19 7" />
        </svg>
      )}
    </a>
  );
  if (!extras?.CopyLink) return anchor;
  return (
    <span className="pair">
      {anchor}
      <extras.CopyLink url={url} label={texts.copyLink(label)} />
    </span>
  );
}

/** An icon from a file, in the text's colour. The platform's stays until it is there, and for good when it does not come. */
function OwnIcon({ file, until }: { readonly file: string; readonly until: CorePlatform }) {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.onload = () => setLoaded(true);
    image.src = file;
  }, [file]);
  const mask = `url("${file}")`;
  return loaded ? (
    <span className="icon" part="link-icon" style={{ maskImage: mask, WebkitMaskImage: mask }} />
  ) : (
    <PlatformIcon platform={until} />
  );
}
