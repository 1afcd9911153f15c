import { Component, type HTMLAttributes, type ReactNode } from 'react';
import type { PublicProfile, PublicLink } from '@busker/core/profile/profile';
import { askForTip } from '../signals/controls';
import type { FirstProps } from './card-props';
import { platformOf } from '@busker/core/platforms/platform';
import { isSafeUrl } from '@busker/core/text/safe-url';
import type { FirstTexts } from '../messages/en-first';
import { PlatformIcon } from '../icons/icons';

type Look = PublicProfile['look'];

/** System fonts only: nothing is downloaded. */
const fonts: Readonly<Record<Look['font'], string>> = {
  system: 'system-ui',
  serif: 'ui-serif, Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Consolas, monospace',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", system-ui',
};

/**
 * The owner's look as custom properties. The page's colours (`theme="match"`) and the tag's `accent` override it, and the page's `--busker-…`
 * properties override all of them (styles/card.css). Layouts without a background stand on the page's own. A browser from before 2024 does not know
 * `light-dark()` and shows the usual colours.
 */
const lookStyle = (
  { radius, ground, layout, font, accent }: Look,
  matched: Readonly<Record<string, string>> | null,
  settings: FirstProps['settings'],
): Record<string, string> => ({
  ...((settings.layout ?? layout) === 'card' &&
    CSS.supports('color', ground?.background as string) &&
    Object.fromEntries(
      Object.entries(ground || {}).map(([name, colour]) => [`--_${name}`, `var(--busker-${name},${colour})`]),
    )),
  '--own-accent': accent,
  '--own-radius': `${radius}px`,
  '--own-font': fonts[font],
  ...matched,
  ...(settings.accent && { '--own-accent': settings.accent }),
});

// What a card looks like, without hooks: the entry draws it as soon as the profile is there, and the late part draws the same components with what
// it knows more. So nothing is drawn twice.

interface FrameProps extends FirstProps {
  readonly theme: string;
  /** The page's colours. */
  readonly matched: Readonly<Record<string, string>> | null;
  readonly children: ReactNode;
}

/** Quirks mode: without a doctype, a height of 100 % means the window's height unless the page sets the element's. */
export const mode = (): string => (document.compatMode === 'BackCompat' ? ' quirks' : '');

/** The card and its sheet: look, language, direction. */
export const Frame = ({ settings, profile, language, theme, matched, children }: FrameProps) => (
  <div
    className={`busker${mode()} ${theme}`}
    lang={language.texts.lang}
    dir={language.texts.dir}
    style={lookStyle(profile.look, matched, settings)}
  >
    {children}
  </div>
);

export interface CardProps extends FirstProps {
  /** Consent is waited for: no picture loads and nothing is counted. */
  readonly silent: boolean;
  /** `link`: there is no tip sheet; tips are paid at the tip page. */
  readonly tipSheet: 'quiet' | 'loading' | 'link';
  /** Handlers of the tip button for a fan who hovers, touches or focuses it. */
  readonly tipIntent?: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerDown' | 'onFocus'>;
  /** After the tip button. */
  readonly tipNote?: ReactNode;
  readonly extras?: LinkExtras | null;
  /** After everything. */
  readonly wall?: ReactNode;
  /** Replaces the view of this layout. */
  readonly instead?: ReactNode;
}

const counts = ({ isFile, silent }: CardProps): boolean => !isFile && !silent;

/** One card that its fan can see. Says so to the page, and counts one view per profile and page load, whatever changes later. */
export class Card extends Component<CardProps> {
  override componentDidMount(): void {
    this.#tell(null);
  }

  override componentDidUpdate(before: CardProps): void {
    this.#tell(before.profile.handle === this.props.profile.handle ? before : null);
  }

  #tell(before: CardProps | null): void {
    const { controls, count, host, profile, settings } = this.props;
    const { handle } = profile;
    if (!before) controls.emit('busker-ready', { handle });
    if (counts(this.props) && !(before && counts(before)))
      count(host, { kind: 'view', handle, placement: settings.placement });
  }

  override render() {
    return this.props.instead ?? drawn(this.props);
  }
}

/** `card` shows everything, `links` the links and the tip button, `button` only the button. */
function drawn(props: CardProps): ReactNode {
  const { settings, profile, controls, host, language, count, silent } = props;
  const { handle, name, bio, links } = profile;
  const layout = settings.layout ?? profile.look.layout;
  const { placement } = settings;
  const [tip, isAbove] = tipOf(props);
  // Without a tip button, the page's own links stay.
  if (layout === 'button' || layout === 'floating') return tip ?? <slot />;
  return (
    <section className={`card ${layout}`} part="card" aria-label={name}>
      {layout === 'card' && (
        <header className="head">
          <Portrait name={name} picture={silent ? null : profile.picture} host={host} />
          <div>
            <h2 className="name" part="name" dir="auto">
              {name}
            </h2>
            {/* The mark keeps “@” before the name in right-to-left text. */}
            {handle && <p className="handle">{`\u200e@${handle}`}</p>}
          </div>
        </header>
      )}
      {layout === 'card' && bio && (
        <p className="bio" part="bio" dir="auto">
          {bio}
        </p>
      )}
      {isAbove && tip}
      {settings.links && links.length > 0 && (
        <LinkList
          links={links}
          texts={language.texts}
          extras={props.extras ?? null}
          onFollow={({ id, url, label }, press) => {
            if (!controls.emit('busker-link-click', { id, url, label })) press.preventDefault();
            else if (counts(props)) count(host, { kind: 'click', handle, link: id, placement });
          }}
        />
      )}
      {isAbove || tip}
      {props.wall}
    </section>
  );
}

export const takesTips = ({ settings, profile }: FirstProps): boolean =>
  settings.tips && profile.tips.state === 'on' && profile.tipUrl !== '';

/** The tip button, null without tips; and whether it stands above the links. */
export function tipOf(props: CardProps): readonly [ReactNode, boolean] {
  const { settings, profile, controls, isFile, language, tipSheet, tipIntent, tipNote } = props;
  if (!takesTips(props)) return [null, false];
  // The tag's place comes first, then the owner's. Any other word names no place: the button is then after the links.
  const place = /top|bottom|sticky/.exec(settings.tipsAt + profile.tips.button)?.[0];
  const look = `tip ${place}`;
  const { sendTip } = language.texts;
  const tip =
    isFile || tipSheet === 'link' ? (
      <a className={look} part="tip-button" href={profile.tipUrl} target="_blank" rel="noopener">
        {sendTip}
      </a>
    ) : (
      <>
        <button
          className={look}
          part="tip-button"
          type="button"
          aria-haspopup="dialog"
          aria-busy={tipSheet === 'loading'}
          onClick={() => askForTip(controls, null)}
          {...tipIntent}
        >
          {sendTip}
        </button>
        {tipNote}
      </>
    );
  return [tip, place === 'top'];
}

interface Props {
  readonly name: string;
  /** A path on `host`. */
  readonly picture: string | null;
  readonly host: string;
}

/** Where a picture is: a path on `host`, or an address of its own, as of one that is not saved yet. */
export const pictureAt = (host: string, picture: string): string =>
  picture.startsWith('/') ? host + picture : picture;

/** The owner's picture, or the first letter of their name. It needs no alternative text, because the name is beside it. */
class Portrait extends Component<Props, { readonly broken: string | null }> {
  override state = { broken: null };

  override render() {
    const { name, picture, host } = this.props;
    if (!picture || picture === this.state.broken)
      return (
        <span className="avatar initial" part="avatar" aria-hidden="true">
          {/\S/u.exec(name)?.[0].toUpperCase()}
        </span>
      );
    return (
      <img
        className="avatar"
        part="avatar"
        src={pictureAt(host, picture)}
        alt=""
        width="68"
        height="68"
        decoding="async"
        onError={() => this.setState({ broken: picture })}
      />
    );
  }
}

/** A link's parts from the late part. */
interface LinkExtras {
  /** A picture or a file in place of the inline icon; null if the link has none. */
  readonly iconOf: (link: PublicLink) => ReactNode;
  /** A list with the link by its key, so that what comes later beside it leaves it, and the focus on it, where it is. */
  readonly wrap: (link: PublicLink, anchor: ReactNode) => ReactNode;
}

type Press = Pick<Event, 'preventDefault'>;

interface LinkListProps {
  readonly links: readonly PublicLink[];
  readonly texts: FirstTexts;
  readonly extras: LinkExtras | null;
  /** Called when a fan follows a link in any way. */
  readonly onFollow: (link: PublicLink, press: Press) => void;
}

function LinkList({ links, texts, extras, onFollow }: LinkListProps) {
  const safe = links.filter(({ url }) => isSafeUrl(url));
  return (
    <ul className="links" part="links">
      {safe.map((link, index) => {
        const { id, url, label, group, verified } = link;
        const follow = (press: Press) => onFollow(link, press);
        const anchor = (
          // The middle button opens a tab without a `click` event. The right button fires `auxclick` too, but follows no link.
          <a
            key="a"
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
            {extras ? extras.wrap(link, anchor) : [anchor]}
          </li>
        );
      })}
    </ul>
  );
}
