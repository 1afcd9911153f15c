import { useEffect, useLayoutEffect, useMemo, type ReactNode, useState } from 'react';
import { platformOf } from '@busker/core/platforms/platform';
import { Card, Frame, mode, takesTips, tipOf, type CardProps, pictureAt } from '../card/card';
import type { CardFrameProps, ReadyProps } from '../card/card-props';
import { isInApp } from '../browser/in-app';
import { asksForWall, linksNeedRare, useMatch, useRare, type RareParts } from './use-rare';
import { useStore } from '../hooks/use-store';
import { isSheetOpen, type Controls, type ControlsState, closeSheet } from '../signals/controls';
import { en } from '../messages/en-card';
import { cameBack } from '../pending/came-back';
import { OwnIcon } from '../icons/own-icon';
import { languageIn, loadTexts, writtenLocale, type Language } from '../language/language';
import { useChunk } from '../hooks/use-chunk';

/** `rare`: null until it has loaded, or if the card does not need it. */
const linkExtras = (
  { assets, host, language: { texts }, profile }: ReadyProps,
  rare: RareParts | null,
  silent: boolean,
): NonNullable<CardProps['extras']> => ({
  iconOf: ({ url, icon, picture, platform }) => {
    const inline = platformOf(url);
    if (picture && !silent)
      return <img className="thumb" part="link-icon" src={pictureAt(host, picture)} alt="" loading="lazy" />;
    const name = icon ?? (inline === 'link' ? platform : null);
    if (assets && name) return <OwnIcon file={`${assets}icons/${name}.svg`} until={inline} />;
    if (assets && name === undefined && rare) return <rare.UnnamedIcon url={url} assets={assets} />;
    return null;
  },
  wrap(link, anchor) {
    if (!rare) return [anchor];
    const pair = isInApp() ? (
      <span key="pair" className="pair">
        {anchor}
        <rare.CopyLink url={link.url} name={link.label} lang={texts.lang} />
      </span>
    ) : (
      anchor
    );
    return rare.withTexts(profile, link, pair);
  },
});

/** Gets what the card shows from now on. */
export type Show = (tree: ReactNode) => void;

const consentOf = ({ consentGiven }: ControlsState) => consentGiven;

/** Draws nothing itself. The page's own links stay visible until profile and language have loaded. */
export function FrameDriver({ show, ...props }: CardFrameProps & { readonly show: Show }) {
  const { controls, settings, profile } = props;
  const language = useLanguage(controls.element, settings.locale);
  if (profile.at === 'ready' && language)
    return <ReadyDriver {...props} profile={profile.profile} language={language} show={show} />;
  const tree = (
    <>
      <slot />
      {profile.at === 'failed' && <Unavailable controls={controls} />}
    </>
  );
  return <Shown tree={tree} show={show} />;
}

/** Before the browser paints, and in the order in which the drivers have rendered. */
function Shown({ tree, show }: { readonly tree: ReactNode; readonly show: Show }) {
  useLayoutEffect(() => show(tree), [show, tree]);
  return null;
}

function ReadyDriver(props: ReadyProps & { readonly show: Show }) {
  const { settings, profile, controls, isFile, show } = props;
  const theme = settings.theme ?? profile.look.theme;
  const takes = takesTips(props);
  const { handle } = profile;
  // A bank that insisted on its own page may have sent the fan back: the sheet says how the payment stands.
  useEffect(() => {
    if (cameBack(handle)) controls.set({ sheet: { open: true, amount: null } });
  }, [controls, handle]);
  const layout = settings.layout ?? profile.look.layout;
  const rare = useRare(
    theme === 'match' ||
      layout === 'floating' ||
      asksForWall(settings, profile) ||
      (layout !== 'button' && Boolean(profile.blocks)) ||
      linksNeedRare(profile.links),
  );
  const matched = useMatch(controls.element, rare, theme === 'match');
  const consentGiven = useStore(controls, consentOf);
  const silent = settings.waitsForConsent && !consentGiven;
  const wantsSheet = useStore(controls, isSheetOpen) && takes && !isFile;
  const { state, part, prepare } = useSheet(props, wantsSheet);
  // Opening the sheet does not render the card again.
  const card = useMemo(() => {
    const late = rare.at === 'ready' ? rare.part : null;
    const whole: CardProps = {
      ...props,
      silent,
      tipSheet: state === 'loading' ? state : 'quiet',
      tipIntent: { onPointerEnter: prepare, onPointerDown: prepare, onFocus: prepare },
      tipNote: state === 'failed' && <Elsewhere {...props} />,
      extras: linkExtras(props, late, silent),
      wall: late && (
        <>
          {settings.links && late.withTexts(profile)}
          {!isFile && !silent && asksForWall(settings, profile) && <late.LateWall {...props} />}
        </>
      ),
    };
    const isFloating = layout === 'floating' && takes && rare.at !== 'failed';
    // The page's own links stay under a floating button.
    const instead = isFloating && (
      <>
        <slot />
        {late && <late.Floating shadow={props.shadow}>{tipOf(whole)[0]}</late.Floating>}
      </>
    );
    return <Card {...whole} {...(instead && { instead })} />;
  }, [props, isFile, settings, profile, layout, takes, silent, state, prepare, rare]);
  const tree = (
    <Frame {...props} theme={matched ? '' : theme === 'match' ? 'auto' : theme} matched={matched}>
      {card}
      {part && takes && <part.TipSheet key={handle} {...props} />}
    </Frame>
  );
  return <Shown tree={tree} show={show} />;
}

const Elsewhere = ({ language: { texts }, profile }: ReadyProps) => (
  <p className="note" role="alert">
    {texts.tipElsewhere}{' '}
    <a href={profile.tipUrl} target="_blank" rel="noopener">
      {texts.openTipPage}
    </a>
  </p>
);

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

/** Null while the texts of another language than English load; English, amounts too, if they cannot be loaded. */
function useLanguage(element: Element, setting: string | null): Language | null {
  const written = writtenLocale(element, setting);
  const { at } = useChunk(loadTexts, !languageIn(en, written));
  return useMemo(
    () => languageIn(en, written) ?? (at === 'failed' ? { locale: 'en', texts: en } : null),
    [written, at],
  );
}

const loadSheet = () => import('../sheet/tip-sheet');

interface Sheet {
  /** The tip button's loading state: none while the sheet is only prepared. */
  readonly state: 'quiet' | 'loading' | 'failed';
  readonly part: Awaited<ReturnType<typeof loadSheet>> | null;
  /**
   * The fan hovers or touches the button: the sheet is fetched and rendered, closed, so that the tap only has to show it. A failure shows at the tap.
   */
  readonly prepare: () => void;
}

export function useSheet(
  { profile, language, settings, controls }: ReadyProps,
  open: boolean,
  given = loadSheet,
): Sheet {
  // As in useChunk: the first, since a site's minifier may write the function here.
  const [load] = useState(() => given);
  const [isPrepared, setPrepared] = useState(false);
  const chunk = useChunk(load, open || isPrepared);
  const prepare = useMemo(
    () => () => {
      load()
        .then((part) => part.warmUp(profile, settings.amounts, language.locale))
        .then(() => setPrepared(true))
        .catch(() => undefined);
    },
    [profile, settings, language, load],
  );
  // A sheet that could not be fetched counts as closed. The next tap tries again; it does not open later by itself.
  useEffect(() => {
    if (chunk.at === 'failed') closeSheet(controls);
  }, [chunk, controls]);
  return {
    state: chunk.at === 'failed' || (open && chunk.at === 'loading') ? chunk.at : 'quiet',
    part: chunk.at === 'ready' ? chunk.part : null,
    prepare,
  };
}
