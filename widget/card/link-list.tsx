import { platformOf } from '../../core/profile/platform';
import type { PublicLink } from '../../core/profile/public-profile';
import { isSafeUrl } from '../../core/base/safe-url';
import { isInApp } from './in-app';
import type { CardMessages } from '../messages/en';
import { OwnIcon, PlatformIcon } from './icons';
import type { RareParts } from './use-rare';

interface Props {
  readonly links: readonly PublicLink[];
  readonly texts: CardMessages;
  /** The folder of the build's icons, ending in a slash. */
  readonly assets: string;
  /** The origin of pictures. Null: pictures may not be loaded yet. */
  readonly pictures: string | null;
  /** Null until it has loaded, or if the card does not need it. */
  readonly rare: RareParts | null;
  /** Called when a fan follows a link in any way. False cancels the navigation. */
  readonly onFollow: (link: PublicLink) => boolean;
}

export function LinkList(props: Props) {
  const safe = props.links.filter(({ url }) => isSafeUrl(url));
  return (
    <ul className="links" part="links">
      {safe.map((link, index) => (
        <li key={link.id}>
          {link.group && link.group !== safe[index - 1]?.group && <p className="group">{link.group}</p>}
          <CardLink {...props} link={link} />
        </li>
      ))}
    </ul>
  );
}

type LinkProps = Props & { readonly link: PublicLink };

function CardLink({ link, rare, texts, assets, pictures, onFollow }: LinkProps) {
  const { url, label } = link;
  const follow = (event: { readonly preventDefault: () => void }) => {
    if (!onFollow(link)) event.preventDefault();
  };
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
      <LinkIcon link={link} assets={assets} pictures={pictures} rare={rare} />
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
  if (!rare || !isInApp()) return anchor;
  return (
    <span className="pair">
      {anchor}
      <rare.CopyLink url={url} label={texts.copyLink(label)} lang={texts.lang} />
    </span>
  );
}

function LinkIcon({
  link,
  assets,
  pictures,
  rare,
}: Pick<LinkProps, 'link' | 'assets' | 'pictures' | 'rare'>) {
  const { url, icon, picture, platform } = link;
  const inline = platformOf(url);
  if (picture && pictures !== null)
    return (
      <img
        className="thumb"
        part="link-icon"
        src={picture.startsWith('/') ? pictures + picture : picture}
        alt=""
        loading="lazy"
      />
    );
  const name = icon ?? (inline === 'link' ? platform : null);
  if (assets && name) return <OwnIcon file={`${assets}icons/${name}.svg`} until={inline} />;
  if (assets && name === undefined && rare) return <rare.UnnamedIcon url={url} assets={assets} />;
  return <PlatformIcon platform={inline} />;
}
