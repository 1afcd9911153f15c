import type { ShippedLanguage } from '../../../core/base/language-tags';
import { html, type Html } from '../../../core/web/html';
import { challengeField } from '../../limits/challenge-field';
import { stopPageAddress } from './stop-page-address';
import { manageTexts, stopPageTexts, withdrawPageTexts } from '../../messages/page-texts';

const withdrawFields = ['email', 'cardLast4'] as const;
export type WithdrawField = (typeof withdrawFields)[number];

/** A form that was refused: what was typed, and why, of each field or of all. */
export interface RefusedWithdrawal {
  readonly typed: Readonly<Record<WithdrawField, string>>;
  readonly wrong: Readonly<Partial<Record<WithdrawField | 'form', string>>>;
  readonly asksPerson?: boolean;
}

interface WithdrawForm {
  readonly handle: string;
  readonly owner: string;
  readonly language: ShippedLanguage;
  readonly refused?: RefusedWithdrawal;
}

const nothingTyped: RefusedWithdrawal['typed'] = { email: '', cardLast4: '' };

/** What each field says to the browser beside its type. */
const attributes: Readonly<Record<WithdrawField, Html>> = {
  email: html`type="email" autocomplete="email"`,
  cardLast4: html`type="text" inputmode="numeric" autocomplete="off"`,
};

/** The second form of `/@{handle}/monthly`: one press opens it, and one confirms the withdrawal. It needs no script. */
export function withdrawForm({ handle, owner, language, refused }: WithdrawForm): Html {
  const { withdraw, withdrawYes } = manageTexts(language);
  const texts = withdrawPageTexts(language);
  const labels = { email: stopPageTexts(language).email, cardLast4: texts.cardLast4 };
  const { typed = nothingTyped, wrong = {}, asksPerson = false } = refused ?? {};
  return html`<details id="withdraw" ${refused === undefined ? null : html` open`}>
    <summary class="button quiet">${withdraw}</summary>
    ${wrong.form === undefined ? null : html`<p class="error" role="alert">${wrong.form}</p>`}
    <p id="withdraw-about">${texts.about({ owner })}</p>
    <p class="muted">${texts.withoutCard({ owner })}</p>
    <form method="post" action="${stopPageAddress(handle, language)}" novalidate>
      <input type="hidden" name="what" value="withdraw" />
      ${withdrawFields.map((name) => field(name, labels[name], typed[name], wrong[name]))}
      ${asksPerson ? challengeField(language, stopPageTexts(language)) : null}
      <p><button class="button" type="submit" aria-describedby="withdraw-about">${withdrawYes}</button></p>
    </form>
  </details>`;
}

function field(name: WithdrawField, label: string, typed: string, wrong: string | undefined): Html {
  const id = `withdraw-${name}`;
  const described = wrong === undefined ? null : html` aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<label for="${id}">${label}</label>
    <input id="${id}" name="${name}" ${attributes[name]} value="${typed}" ${described} />
    ${wrong === undefined ? null : html`<p id="${id}-error" class="error" role="alert">${wrong}</p>`}`;
}
