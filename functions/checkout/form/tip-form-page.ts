import { directionOf, type ShippedLanguage } from '../../../core/base/language-tags';
import { formatMoney } from '../../../core/money/money';
import type { Problem } from '../../../core/base/problem';
import type { TipSession } from '../../../core/api/tip-api';
import { tipTextLimits } from '../../../core/tip/tip';
import type { Look } from '../../../core/profile/draft';
import type { TipForm } from './form-tip';
import type { TipLink } from '../../../core/tip/tip-link';
import { html, type Html } from '../../../core/web/html';
import { offlineAsset } from './offline-script';
import type { Page } from '../../pages/page';
import { receiptTexts, pageTexts } from '../../messages/page-texts';
import { refusalIn } from '../../pages/refusal-page';

export interface TipFormView {
  readonly handle: string;
  readonly language: ShippedLanguage;
  readonly look: Look;
  readonly session: TipSession;
  readonly requestId: string;
  /** The amount that the address or the refused form suggests, and the place to keep. */
  readonly link: TipLink;
  /** The refused input, and the reason. */
  readonly typed?: TipForm | undefined;
  readonly refused?: Problem | undefined;
}

/** The `id` of a field's error, so that a screen reader reads it with the field. */
const complaintId = (field: string) => `${field}-problem`;

/** The error of a field, in the reader's language. The problem names the field, and its code the kind of error. */
function sentenceFor({ refused, language, session }: TipFormView, field: string): string | undefined {
  if (refused?.fields?.[field] === undefined) return undefined;
  const { fields } = receiptTexts(language);
  // A refused amount of a month or a year has limits of its own.
  const { min, max } = { ...session.limits, ...refused.figures };
  const money = (minorUnits: number | string) =>
    formatMoney({ minorUnits: Number(minorUnits), currency: session.currency }, language);
  switch (field) {
    case 'choice':
      return fields.choose;
    case 'other':
      return fields.write({ example: money(session.presets[0] ?? min) });
    case 'receiptEmail':
      return fields.email;
    case 'tipAmount':
      if (refused.code === 'amount-too-small') return fields.least({ min: money(min) });
      return refused.code === 'amount-too-large' ? fields.most({ max: money(max) }) : fields.step;
    default:
      return field === 'name' || field === 'message'
        ? fields.keepTo({ limit: tipTextLimits[field] })
        : fields.shorten;
  }
}

function complaint(view: TipFormView, field: string): Html | null {
  const sentence = sentenceFor(view, field);
  return sentence === undefined ? null : html`<p class="error" id="${complaintId(field)}">${sentence}</p>`;
}

const described = ({ refused }: TipFormView, field: string): Html | null =>
  refused?.fields?.[field] === undefined
    ? null
    : html`aria-invalid="true" aria-describedby="${complaintId(field)}"`;

/** How often; nothing but the fan's own choice is ever another than once. */
function howOften({ session, typed, language }: TipFormView): Html | null {
  const { monthly } = session;
  if (monthly == null) return null;
  const texts = pageTexts(language);
  const labels = { once: texts.once, month: texts.everyMonth, year: texts.everyYear };
  const offered = ['once', ...monthly.offers.map(({ every }) => every)] as const;
  const chosen = offered.find((every) => every === typed?.every) ?? 'once';
  return html`<fieldset>
    <legend>${texts.howOften}</legend>
    ${offered.map(
      (every) =>
        html`<label class="check"
          ><input
            type="radio"
            name="every"
            value="${every}"
            ${every === chosen ? html`checked` : null}
          />${labels[every]}</label
        >`,
    )}
  </fieldset>`;
}

/** One tap on an amount leads to Stripe's page. The suggested amount is first, and the only one in the accent colour. */
function amounts({ session, link, language }: TipFormView): readonly Html[] {
  const suggested = link.amount?.minorUnits;
  const offered = [...new Set([...(suggested === undefined ? [] : [suggested]), ...session.presets])];
  return offered.map((minorUnits) => {
    const isQuiet = suggested !== undefined && suggested !== minorUnits;
    return html`<button class="button${isQuiet ? ' quiet' : ''}" name="choice" value="${minorUnits}">
      ${formatMoney({ minorUnits, currency: session.currency }, language)}
    </button>`;
  });
}

/**
 * Enter in a text field presses the first button of a form. Without this one that would be an amount that nobody chose.
 * It is clipped and not undisplayed, because not every browser presses a button that is not displayed.
 */
const enterKey = html`<button class="enter" name="choice" value="other" tabindex="-1" aria-hidden="true">
  ↵
</button>`;

function textField(
  view: TipFormView,
  field: 'other' | 'name' | 'receiptEmail',
  label: string,
  more: Html,
): Html {
  return html`<label for="${field}">${label}</label>
    <input
      id="${field}"
      name="${field}"
      value="${view.typed?.[field] ?? ''}"
      ${more}
      ${described(view, field)}
    />
    ${complaint(view, field)}`;
}

function coverChoice({ session, typed, language }: TipFormView): Html | null {
  if (session.fees === null) return null;
  return html`<label class="check"
    ><input
      type="checkbox"
      name="cover"
      ${typed?.cover === 'on' ? html`checked` : null}
    />${pageTexts(language).cover}</label
  >`;
}

/** Open when there is something in it: the fan typed it, or has to correct it. */
function folded(view: TipFormView): Html {
  const { typed, refused } = view;
  const texts = pageTexts(view.language);
  const inside = ['name', 'message', 'receiptEmail', 'anonymous'] as const;
  const isOpen = inside.some((field) => Boolean(typed?.[field]) || refused?.fields?.[field] !== undefined);
  return html`<details ${isOpen ? html`open` : null}>
    <summary>${texts.addMessage}</summary>
    ${textField(view, 'name', texts.yourName, html`type="text" autocomplete="name"`)}
    <label for="message">${texts.message}</label>
    <textarea id="message" name="message" rows="3" ${described(view, 'message')}>
${typed?.message ?? ''}</textarea>
    ${complaint(view, 'message')}
    <label class="check"
      ><input
        type="checkbox"
        name="anonymous"
        ${typed?.anonymous === 'on' ? html`checked` : null}
      />${texts.anonymous}</label
    >
    ${textField(view, 'receiptEmail', texts.receiptEmail, html`type="email" autocomplete="email"`)}
  </details>`;
}

/**
 * The tip as a plain form: it works without JavaScript and leads to Stripe's payment page. Its script only says that there is no connection, and
 * keeps what the fan typed.
 */
export function tipFormPage(view: TipFormView): Page {
  const { session, link, refused, language } = view;
  const texts = pageTexts(language);
  const { min, max } = session.limits;
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency: session.currency }, language);
  const body = html`<main>
    <h1>${texts.tip({ name: session.name })}</h1>
    ${refused === undefined ? null : html`<p class="error" role="alert">${refusalIn(language, refused)}</p>`}
    <form class="panel" method="post" action="/@${view.handle}/tip?lang=${language}">
      ${enterKey}
      <input type="hidden" name="session" value="${session.session}" />
      <input type="hidden" name="requestId" value="${view.requestId}" />
      <input type="hidden" name="at" value="${link.at ?? ''}" />
      <p class="error" role="alert" id="offline" hidden>${texts.offline}</p>
      ${howOften(view)}
      <fieldset>
        <legend>${texts.amount}</legend>
        <div class="amounts">${amounts(view)}</div>
        ${complaint(view, 'choice')} ${complaint(view, 'tipAmount')}
      </fieldset>
      ${textField(view, 'other', texts.anotherAmountBetween({ min: money(min), max: money(max) }), html`type="text" inputmode="decimal" autocomplete="off"`)}
      <p><button class="button quiet" name="choice" value="other">${texts.goToPayment}</button></p>
      ${coverChoice(view)} ${folded(view)}
      <p class="muted">${texts.atStripe}</p>
    </form>
    <p><a href="/@${view.handle}?lang=${language}">${texts.backTo({ name: session.name })}</a></p>
  </main>`;
  return {
    language,
    direction: directionOf(language),
    look: view.look,
    atOnce: true,
    title: texts.tip({ name: session.name }),
    head: html`<meta name="robots" content="noindex" />
      <script defer src="${offlineAsset.path}"></script>`,
    body,
  };
}
