import { directionOf, type ShippedLanguage } from '../../../core/base/language-tags';
import { html, type Html } from '../../../core/web/html';
import type { Page } from '../../pages/page';
import { legalLinks } from '../../pages/page-footer';
import { challengeField, challengeFieldScript } from '../../limits/challenge-field';
import { manageTexts, stopPageTexts } from '../../messages/page-texts';
import type { MonthlyOwner } from '../monthly-owner';
import { stopPageAddress } from './stop-page-address';
import { withdrawForm, type RefusedWithdrawal } from './withdraw-form';

interface StopPage extends Pick<MonthlyOwner, 'handle' | 'owner' | 'reach' | 'portalLogin'> {
  readonly language: ShippedLanguage;
  /** Why the form is shown again. */
  readonly refused?: string;
  /** The refused form asks for a challenge. */
  readonly asksPerson?: boolean;
  /** What was typed in the refused form. */
  readonly typed?: string;
  /** The other form, when it was refused. */
  readonly withdrawal?: RefusedWithdrawal;
}

/**
 * `/@{handle}/monthly`: stopping a monthly tip or withdrawing from it without its link. It is complete without script. While the owner's Stripe account
 * is disconnected it has no form, because no form could do what it says.
 */
export function stopPage({ handle, owner, language, reach, portalLogin, ...shown }: StopPage): Page {
  const texts = stopPageTexts(language);
  const direction = directionOf(language);
  const { withdrawal } = shown;
  const asksPerson = shown.asksPerson === true || withdrawal?.asksPerson === true;
  return {
    language,
    direction,
    title: texts.title,
    head: html`<meta name="robots" content="noindex" /> ${asksPerson ? challengeFieldScript : null}`,
    body: html`<main class="panel">
      <h1>${texts.title}</h1>
      ${outOfReach({ reach, owner, language })} ${reach === 'none' ? null : html`<p>${texts.withLink}</p>`}
      ${reach === 'none' ? null : stopForm({ handle, owner, language, ...shown })}
      ${reach === 'none' ? null : html`<p class="muted">${texts.otherwise}</p>`}
      ${
        portalLogin === null
          ? null
          : html`<p><a class="button quiet" href="${portalLogin}">${manageTexts(language).toStripe}</a></p>`
      }
      ${
        reach === 'none'
          ? null
          : withdrawForm({ handle, owner, language, ...(withdrawal && { refused: withdrawal }) })
      }
    </main>`,
    footer: legalLinks({ language, handle }),
  };
}

/** What is charged by an account that Stripe does not show us; null = there is none. */
const outOfReach = ({
  reach,
  owner,
  language,
}: Pick<StopPage, 'reach' | 'owner' | 'language'>): Html | null =>
  reach === 'all' ? null : html`<p role="note">${stopPageTexts(language).gone({ owner })}</p>`;

function stopForm({
  handle,
  owner,
  language,
  refused,
  asksPerson = false,
  typed = '',
}: Pick<StopPage, 'handle' | 'owner' | 'language' | 'refused' | 'asksPerson' | 'typed'>): Html {
  const texts = stopPageTexts(language);
  const error =
    refused === undefined ? null : html`<p id="email-error" class="error" role="alert">${refused}</p>`;
  const described = refused === undefined ? 'about' : 'email-error about';
  return html`<p id="about">${texts.withAddress({ owner })}</p>
    <form method="post" action="${stopPageAddress(handle, language)}" novalidate>
      <label for="email">${texts.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        value="${typed}"
        aria-describedby="${described}"
        ${refused === undefined ? null : html`aria-invalid="true"`}
      />
      ${error} ${asksPerson ? challengeField(language, texts) : null}
      <p><button class="button" type="submit">${texts.stop}</button></p>
    </form>`;
}

/** The same for every address. */
export function stoppedPage({
  handle,
  owner,
  reach,
  language,
}: Pick<StopPage, 'handle' | 'owner' | 'reach' | 'language'>): Page {
  const texts = stopPageTexts(language);
  return {
    language,
    direction: directionOf(language),
    title: texts.doneTitle,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main class="panel">
      <h1>${texts.doneTitle}</h1>
      <p role="status">${texts.done}</p>
      ${outOfReach({ reach, owner, language })}
      <p>
        <a href="/@${handle}?lang=${language}"><bdi>@${handle}</bdi></a>
      </p>
    </main>`,
    footer: legalLinks({ language, handle }),
  };
}
