import { useEffect } from 'react';
import { LinkList } from './link-list';
import { Portrait } from './portrait';
import type { Sheet } from './use-sheet';
import { askForTip, type ControlsState } from '../element/controls';
import { useStore } from './use-store';
import type { ReadyProps } from './card-props';
import { asksForWall, type Rare } from './use-rare';

interface Props extends ReadyProps {
  readonly takesTips: boolean;
  readonly tipSheet: Sheet['state'];
  /** The fan hovers, touches or focuses the tip button. */
  readonly onTipIntent: () => void;
  readonly rare: Rare;
}

const consentOf = ({ consentGiven }: ControlsState) => consentGiven;

/** `card` shows everything, `links` the links and the tip button, `button` and `floating` only the button. */
export function Card(props: Props) {
  const { settings, profile, controls, host, assets, language, isFile, count, rare } = props;
  const { handle, name, bio, links } = profile;
  const layout = settings.layout ?? profile.look.layout;
  const placement = settings.placement;
  const consentGiven = useStore(controls, consentOf);
  const silent = settings.waitsForConsent && !consentGiven;
  const counts = !isFile && !silent;
  useEffect(() => void controls.emit('busker-ready', { handle }), [controls, handle]);
  useEffect(() => {
    if (counts) count(host, { kind: 'view', handle, placement });
    // One view per card and page load, whatever changes later.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [counts, handle]);
  // The tag's place comes first, then the owner's. Any other word names no place: the button is then after the links.
  const place = /top|bottom|sticky/.exec(settings.tipsAt + profile.tips.button)?.[0];
  const tip = props.takesTips && <Tip {...props} look={`tip ${place}`} />;
  // Without a tip button, the page's own links stay. They also stay under a floating button.
  if (layout === 'floating' && tip && rare.at !== 'failed')
    return (
      <>
        <slot />
        {rare.at === 'ready' && <rare.part.Floating shadow={props.shadow}>{tip}</rare.part.Floating>}
      </>
    );
  if (layout === 'button' || layout === 'floating') return tip || <slot />;
  const list = settings.links && links.length > 0 && (
    <LinkList
      links={links}
      texts={language.texts}
      assets={assets}
      pictures={silent ? null : host}
      rare={rare.at === 'ready' ? rare.part : null}
      onFollow={({ id, url, label }) => {
        const follows = controls.emit('busker-link-click', { id, url, label });
        if (follows && counts) count(host, { kind: 'click', handle, link: id, placement });
        return follows;
      }}
    />
  );
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
      {place === 'top' && tip}
      {list}
      {place === 'top' || tip}
      {counts && asksForWall(settings, profile) && rare.at === 'ready' && <rare.part.LateWall {...props} />}
    </section>
  );
}

function Tip({
  profile,
  controls,
  language,
  isFile,
  tipSheet,
  onTipIntent,
  look,
}: Props & { readonly look: string }) {
  const { texts } = language;
  // Without a server there is no tip sheet: tips are paid at the address in the file.
  if (isFile)
    return (
      <a className={look} part="tip-button" href={profile.tipUrl} target="_blank" rel="noopener">
        {texts.sendTip}
      </a>
    );
  return (
    <>
      <button
        type="button"
        className={look}
        part="tip-button"
        aria-haspopup="dialog"
        aria-busy={tipSheet === 'loading'}
        onClick={() => askForTip(controls, null)}
        onPointerEnter={onTipIntent}
        onPointerDown={onTipIntent}
        onFocus={onTipIntent}
      >
        {texts.sendTip}
      </button>
      {tipSheet === 'failed' && (
        <p className="note" role="alert">
          {texts.tipElsewhere}{' '}
          <a href={profile.tipUrl} target="_blank" rel="noopener">
            {texts.openTipPage}
          </a>
        </p>
      )}
    </>
  );
}
