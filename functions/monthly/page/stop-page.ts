import type { ShippedLanguage } from '../../../core/base/languages';
import { html } from '../../../core/web/html';
import type { Page } from '../../pages/page';
import { legalLinks } from '../../pages/page-footer';
import { pageTexts } from '../../pages/texts/page-texts';
import { stopPageAddress } from './stop-page-address';
import { stopPageTexts } from './texts/stop-page-texts';
import { withdrawForm, type RefusedWithdrawal } from './withdraw-form';

interface StopPage {
  readonly handle: string;
  /** The owner's name, as far as it is public. */
  readonly owner: string;
  readonly language: ShippedLanguage;
  /** Why the form is shown again. */
  readonly refused?: string;
  /** What was typed in the refused form. */
  readonly typed?: string;
  /** The other form, when it was refused. */
  readonly withdrawal?: RefusedWithdrawal;
}

/** `/@{handle}/monthly`: stopping a monthly tip or withdrawing from it without its link. It is complete without script. */
export function stopPage({ handle, owner, language, refused, typed = '', withdrawal }: StopPage): Page {
  const texts = stopPageTexts(language);
  const { dir: direction } = pageTexts(language);
  const error =
    refused === undefined ? null : html`<p id="email-error" class="error" role="alert">${refused}</p>`;
  const described = refused === undefined ? 'about' : 'email-error about';
  return {
    language,
    direction,
    title: texts.title,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main class="panel">
      <h1>${texts.title}</h1>
      <p>${texts.withLink}</p>
      <p id="about">${texts.withAddress(owner)}</p>
      <form method="post" action="${stopPageAddress(handle, language)}" novalidate>
        <label for="email">${texts.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxlength="254"
          value="${typed}"
          aria-describedby="${described}"
          ${refused === undefined ? null : html`aria-invalid="true"`}
        />
        ${error}
        <p><button class="button" type="submit">${texts.stop}</button></p>
      </form>
      <p class="muted">${texts.otherwise}</p>
      ${withdrawForm({ handle, owner, language, ...(withdrawal && { refused: withdrawal }) })}
    </main>`,
    footer: legalLinks({ language, handle }),
  };
}

/** The same for every address. */
export function stoppedPage(handle: string, language: ShippedLanguage): Page {
  const texts = stopPageTexts(language);
  return {
    language,
    direction: pageTexts(language).dir,
    title: texts.doneTitle,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main class="panel">
      <h1>${texts.doneTitle}</h1>
      <p role="status">${texts.done}</p>
      <p>
        <a href="/@${handle}?lang=${language}"><bdi>@${handle}</bdi></a>
      </p>
    </main>`,
    footer: legalLinks({ language, handle }),
  };
}
