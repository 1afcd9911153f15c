import { platformOf } from '../../core/profile/platform';
import type { ReadyProps } from '../card/card-props';
import { isInApp } from '../card/in-app';
import type { LinkExtras } from '../card/link-list';
import { pictureAt } from '../card/portrait';
import type { RareParts } from '../card/use-rare';
import { OwnIcon } from './own-icon';

/** `rare`: null until it has loaded, or if the card does not need it. */
export const linkExtras = (
  { assets, host, language: { texts } }: ReadyProps,
  rare: RareParts | null,
  silent: boolean,
): LinkExtras => ({
  iconOf: ({ url, icon, picture, platform }) => {
    const inline = platformOf(url);
    if (picture && !silent)
      return <img className="thumb" part="link-icon" src={pictureAt(host, picture)} alt="" loading="lazy" />;
    const name = icon ?? (inline === 'link' ? platform : null);
    if (assets && name) return <OwnIcon file={`${assets}icons/${name}.svg`} until={inline} />;
    if (assets && name === undefined && rare) return <rare.UnnamedIcon url={url} assets={assets} />;
    return null;
  },
  wrap: ({ url, label }, anchor) =>
    rare && isInApp() ? (
      <span className="pair">
        {anchor}
        <rare.CopyLink url={url} label={texts.copyLink(label)} lang={texts.lang} />
      </span>
    ) : (
      anchor
    ),
});
