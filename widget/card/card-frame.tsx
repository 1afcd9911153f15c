import { isSheetOpen, type Controls } from '../element/controls';
import { en } from '../messages/en';
import { useEffect, useMemo, useState } from 'react';
import { cameBack } from './came-back';
import { Card } from './card';
import type { CardFrameProps, ReadyProps } from './card-props';
import { lookStyle } from './look-style';
import { useLanguage } from './use-language';
import { asksForWall, linksNeedRare, useMatch, useRare } from './use-rare';
import { useSheet } from './use-sheet';
import { useStore } from './use-store';

/** Until profile and language are there, the links that the page itself holds stay as they are. */
export function CardFrame(props: CardFrameProps) {
  const { controls, settings, profile } = props;
  const language = useLanguage(controls.element, settings.locale);
  if (profile.at === 'ready' && language)
    return <ReadyCard {...props} profile={profile.profile} language={language} />;
  return (
    <>
      <slot />
      {profile.at === 'failed' ? <Unavailable controls={controls} /> : <Fonts />}
    </>
  );
}

function ReadyCard(props: ReadyProps) {
  const { settings, profile, language, controls } = props;
  const theme = settings.theme ?? profile.look.theme;
  const takesTips = settings.tips && profile.tips.state === 'on' && profile.tipUrl !== '';
  const { handle } = profile;
  useEffect(() => {
    if (cameBack(handle)) controls.set({ sheet: { open: true, amount: null } });
  }, [controls, handle]);
  const layout = settings.layout ?? profile.look.layout;
  const rare = useRare(
    theme === 'match' || layout === 'floating' || asksForWall(settings) || linksNeedRare(profile.links),
  );
  const matched = useMatch(controls.element, rare, theme === 'match');
  const wantsSheet = useStore(controls, isSheetOpen) && takesTips && !props.isFile;
  const { state, part, prepare } = useSheet(props, wantsSheet);
  // A tap opens the sheet, and leaves the card as it is.
  const card = useMemo(
    () => <Card {...props} takesTips={takesTips} tipSheet={state} onTipIntent={prepare} rare={rare} />,
    [props, takesTips, state, prepare, rare],
  );
  return (
    <div
      className={`busker${mode} ${matched ? '' : theme === 'match' ? 'auto' : theme}`}
      lang={language.texts.lang}
      dir={language.texts.dir}
      style={lookStyle(profile.look, matched, settings.accent)}
    >
      {card}
      {part && takesTips && <part.TipSheet key={profile.handle} {...props} />}
    </div>
  );
}

/** Without a doctype a height of 100 % is the window's, where the page gives the element none. */
const mode = document.compatMode === 'BackCompat' ? ' quirks' : '';

const unseen = { position: 'fixed', visibility: 'hidden', contain: 'strict' } as const;

/**
 * The card's fonts, looked up by the browser while the profile is on its way and not when it is there: for each size and weight that takes some
 * milliseconds of a telephone. Nobody sees, hears or finds it, and it takes no room. One card does it for the page.
 */
function Fonts() {
  const [isFirst] = useState(comesFirst);
  return (
    isFirst && (
      <div className="busker" style={unseen}>
        <h2 className="name">a</h2>
        <p className="tip">a</p>
      </div>
    )
  );
}

let cards = 0;
const comesFirst = () => (cards += 1) === 1;

/** Shown only where the page holds no links of its own to fall back on. */
function Unavailable({ controls }: { readonly controls: Controls }) {
  if (controls.element.querySelector('a[href]')) return null;
  const again = () => controls.set({ refreshes: controls.state().refreshes + 1 });
  return (
    <div className={`busker${mode} auto`}>
      <section className="card" part="card">
        <p className="note">{en.unavailable}</p>
        <button type="button" className="link" onClick={again}>
          {en.tryAgain}
        </button>
      </section>
    </div>
  );
}
