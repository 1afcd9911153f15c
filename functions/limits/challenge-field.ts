import type { ShippedLanguage } from '../../core/base/language-tags';
import { html, type Html } from '../../core/web/html';
import { challengeAnswerAsset } from './challenge-answer-script';

/** The script of a page whose form has the challenge. */
export const challengeFieldScript: Html = html`<script defer src="${challengeAnswerAsset.path}"></script>`;

/** The challenge in its frame, inside a form. The page's script puts the answer into the form's field `challenge`. */
export const challengeField = (
  language: ShippedLanguage,
  { person, noScript }: { readonly person: string; readonly noScript: string },
): Html =>
  html`<input type="hidden" name="challenge" value="" />
    <noscript><p class="error">${noScript}</p></noscript>
    <iframe class="challenge" title="${person}" src="/challenge?lang=${language}"></iframe>`;
