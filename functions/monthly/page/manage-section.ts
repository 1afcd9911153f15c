import type { ShippedLanguage } from '../../../core/base/language-tags';
import { html, type Html } from '../../../core/web/html';
import { manageTexts } from '../../messages/page-texts';

/** An action that costs or loses something takes two presses: the second one is in the part that the first one opens. */
const twice = (name: string, first: string, second: string, no: string): Html =>
  html`<div id="${name}-part" hidden>
    <button
      id="${name}"
      class="button quiet"
      type="button"
      aria-expanded="false"
      aria-controls="${name}-sure"
    >
      ${first}
    </button>
    <div id="${name}-sure" hidden>
      <p id="${name}-text"></p>
      <button id="${name}-yes" class="button" type="button" aria-describedby="${name}-text">${second}</button>
      <button id="${name}-no" class="button quiet" type="button">${no}</button>
    </div>
  </div>`;

/** The part of a receipt about its monthly tip, as sent: empty and hidden, until the script has read it with the key. */
export function manageSection(language: ShippedLanguage): Html {
  const texts = manageTexts(language);
  return html`<section id="monthly" aria-labelledby="monthly-heading" hidden>
    <h2 id="monthly-heading" tabindex="-1"></h2>
    <p id="monthly-sentence" role="status"></p>
    <p id="confirm-note" class="muted" hidden></p>
    <p><button id="confirm" class="button" type="button" aria-describedby="confirm-note" hidden></button></p>
    <p><button id="keep" class="button" type="button" hidden></button></p>
    ${twice('stop', texts.stop, texts.stopYes, texts.no)}
    ${twice('withdraw', texts.withdraw, texts.withdrawYes, texts.no)}
    <div id="change-part" hidden>
      <button
        id="change"
        class="button quiet"
        type="button"
        aria-expanded="false"
        aria-controls="change-sure"
      >
        ${texts.change}
      </button>
      <form id="change-sure" hidden>
        <label id="change-label" for="change-amount"></label>
        <input id="change-amount" type="number" inputmode="decimal" required aria-describedby="change-text" />
        <p id="change-text" class="muted"></p>
        <button class="button" type="submit">${texts.save}</button>
        <button id="change-no" class="button quiet" type="button">${texts.no}</button>
      </form>
    </div>
    <p><button id="card" class="button quiet" type="button" hidden></button></p>
    <p><a id="login" class="button" hidden></a></p>
    <dl id="monthly-rows"></dl>
    <p class="muted" id="monthly-lastly"></p>
    <p><button id="print" class="button quiet" type="button">${texts.print}</button></p>
  </section>`;
}
