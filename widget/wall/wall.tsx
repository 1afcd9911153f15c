import { useEffect, useLayoutEffect, useState } from 'react';
import { languageOf } from '../../core/locale/language-tags';
import { texts as wallTexts } from '../../core/messages/en.json?every-wall';
import { formatMoney } from '../../core/money/money';
import type { Supporter, Wall as WallState } from '../../core/wall/wall';
import type { ReadyProps } from '../card/card-props';
import { ask } from '../server/http-answer';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/wall.css?inline';
import { readWall } from './read-wall';

/** The owner's goal and supporters, if the tag and the owner allow them. Empty until they have loaded. */
export function Wall({ settings, profile, host, language, shadow }: ReadyProps) {
  const [state, setState] = useState<WallState | null>(null);
  useLayoutEffect(() => adoptStyles(shadow, styles), [shadow]);
  const { handle } = profile;
  useEffect(() => {
    let waiting = true;
    void ask(`${host}/v1/profiles/${encodeURIComponent(handle)}/wall`, {}, readWall).then((answer) => {
      if (waiting && answer.ok) setState(answer.value);
    });
    return () => {
      waiting = false;
    };
  }, [host, handle]);
  const supporters = state?.supporters.slice(0, shownSupporters(settings.wall ?? profile.tips.wall)) ?? [];
  return (
    <>
      {(settings.goal ?? profile.tips.goal) && state?.goal && (
        <Goal goal={state.goal} locale={language.locale} />
      )}
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
  const sentence = wallTexts[languageOf(locale)].reached(money(reached), money(amount));
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
              <span className="handle">{formatMoney({ minorUnits: amount, currency }, locale)}</span>
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
