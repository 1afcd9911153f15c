import { directionOf, type ShippedLanguage } from '../../../core/base/language-tags';
import { type CommitmentWords, wordsVersion } from '../../../core/monthly/monthly-words';
import type { Look } from '../../../core/profile/draft';
import { html } from '../../../core/web/html';
import type { Page } from '../../pages/page';
import { offlineAsset } from './offline-script';
import { pageTexts } from '../../messages/page-texts';
import { tipFormFields, type TipForm } from './form-tip';

interface AgreementView {
  readonly handle: string;
  /** The owner's name. */
  readonly name: string;
  readonly language: ShippedLanguage;
  readonly look: Look;
  readonly typed: TipForm;
  readonly words: CommitmentWords;
}

/** The words of a monthly or yearly tip, and one button that agrees to them. The form is sent again with its fields. */
export function agreementPage({ handle, name, language, look, typed, words }: AgreementView): Page {
  const texts = pageTexts(language);
  const sent = tipFormFields.filter((field) => field !== 'agreed' && typed[field] !== '');
  return {
    language,
    direction: directionOf(language),
    look,
    atOnce: true,
    title: texts.tip({ name }),
    head: html`<meta name="robots" content="noindex" />
      <script defer src="${offlineAsset.path}"></script>`,
    body: html`<main>
      <h1>${texts.tip({ name })}</h1>
      <form class="panel" method="post" action="/@${handle}/tip?lang=${language}">
        ${sent.map((field) => html`<input type="hidden" name="${field}" value="${typed[field]}" />`)}
        <p class="error" role="alert" id="offline" hidden>${texts.offline}</p>
        <p><strong>${words.terms}</strong></p>
        <p>${words.next} ${words.stop}</p>
        <p class="muted">${words.paidTo}</p>
        <button class="button" name="agreed" value="${wordsVersion}">${words.button}</button>
      </form>
      <p><a href="/@${handle}/tip?lang=${language}">${texts.backTo({ name })}</a></p>
    </main>`,
  };
}
