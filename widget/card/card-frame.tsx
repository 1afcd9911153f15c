import { isSheetOpen, type Controls } from '../element/controls';
import { en } from '../messages/en';
import { returningSecret } from '../return-address';
import { useEffect, useMemo, useState } from 'react';
import { Card } from './card';
import type { CardFrameProps, ReadyProps } from './card-props';
import { lookStyle } from './look-style';
import { useLanguage } from './use-language';
import { asksForWall, linksNeedRare, useMatch, useRare } from './use-rare';
import { loadSheet, useSheet } from './use-sheet';
import { useStore } from './use-store';

/** The page's own links stay visible until profile and language have loaded. */
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
  // A bank that insisted on its own page may have sent the fan back: the sheet says how the payment stands.
  useEffect(() => {
    if (!returningSecret()) return;
    loadSheet().then(
      ({ cameBack }) => cameBack(handle) && controls.set({ sheet: { open: true, amount: null } }),
      () => undefined,
    );
  }, [controls, handle]);
  const layout = settings.layout ?? profile.look.layout;
  const rare = useRare(
    theme === 'match' ||
      layout === 'floating' ||
      asksForWall(settings, profile) ||
      linksNeedRare(profile.links),
  );
  const matched = useMatch(controls.element, rare, theme === 'match');
  const wantsSheet = useStore(controls, isSheetOpen) && takesTips && !props.isFile;
  const { state, part, prepare } = useSheet(props, wantsSheet);
  // Opening the sheet does not render the card again.
  const card = useMemo(
    () => <Card {...props} takesTips={takesTips} tipSheet={state} onTipIntent={prepare} rare={rare} />,
    [props, takesTips, state, prepare, rare],
  );
  return (
    <div
      className={`busker${mode()} ${matched ? '' : theme === 'match' ? 'auto' : theme}`}
      lang={language.texts.lang}
      dir={language.texts.dir}
      style={lookStyle(profile.look, matched, settings.accent)}
    >
      {card}
      {part && takesTips && <part.TipSheet key={profile.handle} {...props} />}
    </div>
  );
}

/** Quirks mode: without a doctype, a height of 100 % means the window's height unless the page sets the element's. */
const mode = () => (document.compatMode === 'BackCompat' ? ' quirks' : '');

const unseen = { position: 'fixed', visibility: 'hidden', contain: 'strict' } as const;

/**
 * Makes the browser look up the card's fonts while the profile loads: each pair of size and weight takes a phone some milliseconds. Hidden from
 * everyone and outside the layout. One card does this for the whole page.
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

/** Shown only if the page has no links of its own. */
function Unavailable({ controls }: { readonly controls: Controls }) {
  if (controls.element.querySelector('a[href]')) return null;
  const again = () => controls.set({ refreshes: controls.state().refreshes + 1 });
  return (
    <div className={`busker${mode()} auto`}>
      <section className="card" part="card">
        <p className="note">{en.unavailable}</p>
        <button type="button" className="link" onClick={again}>
          {en.tryAgain}
        </button>
      </section>
    </div>
  );
}
