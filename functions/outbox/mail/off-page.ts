import { languageOf, directionOf } from '../../../core/base/language-tags';
import { html, type Html } from '../../../core/web/html';
import type { Page } from '../../pages/page';
import { offTexts, type OffTexts } from '../../messages/page-texts';
import type { SwitchedMail } from './switch-mail';

/** `ask`: before anything was done. `stopped` and `resumed`: after the button. */
export type OffStep = 'ask' | 'stopped' | 'resumed';

/** The page posts to its own address. */
const button = (to: 'on' | 'off', label: string, style: string): Html =>
  html`<form method="post">
    <input type="hidden" name="do" value="${to}" />
    <p><button class="${style}" type="submit">${label}</button></p>
  </form>`;

function contentOf(
  { state }: SwitchedMail,
  step: OffStep,
  texts: OffTexts,
): { readonly title: string; readonly text: string; readonly action: Html | null } {
  const resume = state === 'resumable' ? button('on', texts.resume, 'button quiet') : null;
  if (step === 'resumed' && state === 'on')
    return {
      title: texts.resumed,
      text: texts.resumedText,
      action: button('off', texts.stop, 'button quiet'),
    };
  if (step === 'ask' && (state === 'on' || state === 'unknown'))
    return { title: texts.ask, text: texts.askText, action: button('off', texts.stop, 'button') };
  // An unknown address looks as if it worked: there is nothing to learn from it.
  return { title: texts.stopped, text: texts.stoppedText, action: resume };
}

/** The page of an unsubscribe address. */
export function offPage(mail: SwitchedMail, step: OffStep, readerLanguage: string): Page {
  const language = languageOf(mail.language ?? readerLanguage);
  const texts = offTexts(language);
  const { title, text, action } = contentOf(mail, step, texts);
  return {
    language,
    direction: directionOf(language),
    title,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main class="panel">
      <h1>${title}</h1>
      <p>${text}</p>
      ${action}
      <p><a href="/notifications">${texts.all}</a></p>
    </main>`,
  };
}
