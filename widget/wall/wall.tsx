import { useEffect, useLayoutEffect, useState } from 'react';
import { languageOf } from '@busker/core/locale/language-tags';
import { texts as wallTexts } from '@busker/core/messages/en.json?every-wall';
import { formatMoney } from '@busker/core/money/money';
import type { Supporter, Wall as WallState } from '@busker/core/wall/wall';
import type { ReadyProps } from '../card/card-props';
import { ask, record, string } from '../server/http-answer';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/wall.css?inline';
import { readWall } from './read-wall';

/** The owner's goal and supporters, if the tag and the owner allow them. Empty until they have loaded. */
export function Wall({ settings, profile, host, language, shadow }: ReadyProps) {
  const [state, setState] = useState<WallState | null>(null);
  useLayoutEffect(() => adoptStyles(shadow, styles), [shadow]);
  const { handle, tips } = profile;
  const wantsNothing = !(settings.goal ?? tips.goal) && !((settings.wall ?? tips.wall) > 0);
  useEffect(() => {
    let waiting = true;
    // Nobody waits for an answer of which nothing would be shown.
    if (wantsNothing) return;
    void ask(`${host}/v1/profiles/${encodeURIComponent(handle)}/wall`, {}, readWall).then((answer) => {
      if (waiting && answer.ok) setState(answer.value);
    });
    return () => {
      waiting = false;
    };
  }, [host, handle, wantsNothing]);
  const supporters = state?.supporters.slice(0, shownSupporters(settings.wall ?? tips.wall)) ?? [];
  return (
    <>
      {settings.tips && tips.pause && <Paused pause={tips.pause} locale={language.locale} />}
      {(settings.goal ?? tips.goal) && state?.goal && <Goal goal={state.goal} locale={language.locale} />}
      {supporters.length > 0 && <Supporters supporters={supporters} locale={language.locale} />}
    </>
  );
}

/** A tag or a hand-written file may contain any number. */
export const shownSupporters = (wanted: number): number => Math.max(0, Math.min(50, Math.trunc(wanted)));

interface GoalProps {
  readonly goal: NonNullable<WallState['goal']>;
  readonly locale: string;
}

function Goal({ goal, locale }: GoalProps) {
  const { label, amount, reached, currency } = goal;
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const texts = wallTexts[languageOf(locale)];
  const sum = texts.reached(money(reached), money(amount));
  const sentence = reached < amount ? sum : `${texts.full} · ${sum}`;
  return (
    <div className="goal">
      <p className="goal-words">
        <span dir="auto">{label}</span> <span className="handle">{sentence}</span>
      </p>
      <div
        className="goal-bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.floor((reached / amount) * 100))}
        aria-valuetext={sentence}
      >
        <div className="goal-done" style={{ width: `${Math.min(100, (reached / amount) * 100)}%` }} />
      </div>
    </div>
  );
}

/** Why there is no tip button, and until when. A hand-written file may hold anything. */
function Paused({ pause, locale }: { readonly pause: unknown; readonly locale: string }) {
  const { until, note } = record(pause);
  const day = Date.parse(string(until));
  if (Number.isNaN(day)) return null;
  // Not core's `pauseDay`: its file checks requests, too, and is larger than this whole part.
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
  return (
    <div role="note">
      {string(note) && <p dir="auto">{string(note)}</p>}
      <p className="handle">{wallTexts[languageOf(locale)].paused(date)}</p>
    </div>
  );
}

interface SupportersProps {
  readonly supporters: readonly Supporter[];
  readonly locale: string;
}

function Supporters({ supporters, locale }: SupportersProps) {
  const texts = wallTexts[languageOf(locale)];
  return (
    <div className="wall">
      <p className="wall-title">{texts.supporters}</p>
      <ul aria-label={texts.supporters}>
        {supporters.map(({ name, message, amount, currency, at, every }, place) => (
          <li key={`${at} ${place}`}>
            <p className="goal-words">
              <span dir="auto">
                <b>{name ?? texts.someone}</b> {every && <bdi className="handle">{texts[every]}</bdi>}
              </span>{' '}
              {amount !== null && (
                <span className="handle">{formatMoney({ minorUnits: amount, currency }, locale)}</span>
              )}
            </p>
            {message && (
              <p className="wall-message" dir="auto">
                {message}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
