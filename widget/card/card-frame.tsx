import { useEffect } from 'react';
import type { PublicProfile } from '../../core/public-profile';
import type { Settings } from '../attributes';
import type { TipBackend } from '../backend';
import type { OpenSurface } from '../payment/payment-surface';
import { askForTip, type Controls } from '../controls';
import { en } from '../messages/en';
import { useStore } from '../use-store';
import { LinkList } from './link-list';
import { lookStyle } from './look-style';
import { Portrait } from './portrait';
import { prefetchSheet, useSheet, type SheetGate } from './use-sheet';
import { TipButton } from './tip-button';
import type { ProfileState } from './use-profile';

export interface CardFrameProps {
  readonly settings: Settings;
  readonly controls: Controls;
  readonly shadow: ShadowRoot;
  readonly host: string;
  readonly profile: ProfileState;
  readonly tips?: TipBackend;
  readonly openSurface?: OpenSurface;
}

type ReadyProps = Omit<CardFrameProps, 'profile'> & { readonly profile: PublicProfile };

/** Until the profile is there, the links that the page itself holds stay as they are. */
export function CardFrame(props: CardFrameProps) {
  const { controls, profile: state } = props;
  if (state.at !== 'ready')
    return (
      <>
        <slot />
        {state.at === 'failed' && <Unavailable controls={controls} />}
      </>
    );
  return <ReadyCard {...props} profile={state.profile} />;
}

function ReadyCard(props: ReadyProps) {
  const { settings, controls, profile } = props;
  const theme = settings.theme ?? profile.look.theme;
  const takesTips = settings.tips && profile.tips.state === 'on';
  const gate = useSheet(useStore(controls).sheet.open && takesTips);
  return (
    <div
      className={`busker ${theme === 'match' ? 'auto' : theme}`}
      lang="en"
      style={lookStyle(profile.look, settings.accent)}
    >
      <Card {...props} gate={gate} />
      {takesTips && gate.at === 'ready' && <gate.Sheet key={profile.handle} {...props} />}
    </div>
  );
}

function Card({ settings, controls, host, profile, gate }: ReadyProps & { readonly gate: SheetGate }) {
  const { handle } = profile;
  useEffect(() => void controls.emit('busker-ready', { handle }), [controls, handle]);
  return (
    <section className="card" part="card" aria-label={profile.name}>
      <header className="head">
        <Portrait profile={profile} host={host} />
        <div>
          <h2 className="name" part="name">
            {profile.name}
          </h2>
          {handle && <p className="handle">@{handle}</p>}
        </div>
      </header>
      {profile.bio && (
        <p className="bio" part="bio">
          {profile.bio}
        </p>
      )}
      {settings.links && profile.links.length > 0 && (
        <LinkList links={profile.links} emit={controls.emit} messages={en} />
      )}
      {settings.tips && profile.tips.state === 'on' && (
        <TipButton
          messages={en}
          onTip={() => askForTip(controls, null)}
          onIntent={prefetchSheet}
          busy={gate.at === 'loading'}
        />
      )}
      {gate.at === 'failed' && (
        <p className="note" role="alert">
          {en.tipElsewhere}{' '}
          <a href={profile.tipUrl} target="_blank" rel="noopener">
            {en.openTipPage}
          </a>
        </p>
      )}
    </section>
  );
}

/** Shown only where the page holds no links of its own to fall back on. */
function Unavailable({ controls }: { readonly controls: Controls }) {
  if (controls.element.querySelector('a[href]')) return null;
  const again = () => controls.set({ refreshes: controls.state().refreshes + 1 });
  return (
    <div className="busker auto">
      <section className="card" part="card">
        <p className="note">{en.unavailable}</p>
        <button type="button" className="link" onClick={again}>
          {en.tryAgain}
        </button>
      </section>
    </div>
  );
}
