import type { ShippedLanguage } from '../../core/base/language-tags';
import type { Interval } from '../../core/money/amount-limits';
import { formatMoney } from '../../core/money/money';
import type { Wall } from '../../core/profile/wall';
import { wallTexts } from '../../core/profile/wall-texts';
import { html, type Html } from '../../core/web/html';

/** The owner's goal and supporters, as the card draws them on other pages. Nothing where there is neither. */
export function wallPart({ goal, supporters }: Wall, language: ShippedLanguage): Html {
  return html`${goal === null ? null : goalPart(goal, language)}
  ${supporters.length === 0 ? null : supportersPart(supporters, language)}`;
}

function goalPart(
  { label, amount, reached, currency }: NonNullable<Wall['goal']>,
  language: ShippedLanguage,
): Html {
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency }, language);
  const sentence = wallTexts(language).reached(money(reached), money(amount));
  const percent = Math.min(100, (reached / amount) * 100);
  return html`<div class="goal">
    <p class="row"><span dir="auto">${label}</span> <span class="muted">${sentence}</span></p>
    <svg
      class="bar"
      role="progressbar"
      aria-label="${label}"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow="${Math.floor(percent)}"
      aria-valuetext="${sentence}"
    >
      <rect width="${percent}%" height="100%" />
    </svg>
  </div>`;
}

function supportersPart(supporters: Wall['supporters'], language: ShippedLanguage): Html {
  const texts = wallTexts(language);
  const markOf = (every: Interval | undefined) =>
    every === undefined ? null : html`<bdi class="muted">${texts[every]}</bdi>`;
  return html`<div class="wall">
    <p><b>${texts.supporters}</b></p>
    <ul aria-label="${texts.supporters}">
      ${supporters.map(
        ({ name, message, amount, currency, every }) =>
          html`<li>
            <p class="row">
              <span dir="auto"><b>${name ?? texts.someone}</b> ${markOf(every)}</span>
              <span class="muted">${formatMoney({ minorUnits: amount, currency }, language)}</span>
            </p>
            ${message === null ? null : html`<p class="muted" dir="auto">${message}</p>`}
          </li>`,
      )}
    </ul>
  </div>`;
}
