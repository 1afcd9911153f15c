import { directionOf, type ShippedLanguage } from '../../core/base/language-tags';
import type { Problem } from '../../core/base/problem';
import type { ProblemCode } from '../../core/base/problem-codes';
import { readFault } from '../../core/base/field-faults';
import { formKinds } from '../../core/report/report';
import { html, type Html } from '../../core/web/html';
import type { AppConfig } from '../config';
import { hostName, type TypedReport } from './receive-report';
import { challengeField, challengeFieldScript } from '../limits/challenge-field';
import { legalLinks } from '../pages/page-footer';
import type { Page } from '../pages/page';
import { receiptTexts, reportTexts } from '../messages/page-texts';

export interface ReportFormView {
  readonly config: AppConfig;
  readonly language: ShippedLanguage;
  readonly typed: TypedReport;
  readonly refused?: Problem;
}

type Field = 'kind' | 'address' | 'ground' | 'why' | 'name' | 'email' | 'goodFaith';

/** The mail address for people for whom the form does not work. */
const mailOf = (config: AppConfig): string => config.operator?.reportEmail ?? hostName(config);

const faultId = (field: string) => `${field}-problem`;

function sentenceFor({ refused, language }: ReportFormView, field: Field): string | undefined {
  if (refused?.fields?.[field] === undefined) return undefined;
  const fault = readFault(refused.faults?.[field] ?? '');
  const texts = reportTexts(language).faults;
  return fault?.code === 'too-long'
    ? receiptTexts(language).fields.keepTo({ limit: fault.max ?? 0 })
    : texts[field];
}

function complaint(view: ReportFormView, field: Field): Html | null {
  const sentence = sentenceFor(view, field);
  return sentence === undefined ? null : html`<p class="error" id="${faultId(field)}">${sentence}</p>`;
}

const described = ({ refused }: ReportFormView, field: Field): Html | null =>
  refused?.fields?.[field] === undefined
    ? null
    : html`aria-invalid="true" aria-describedby="${faultId(field)}"`;

/** The general error message above the form. */
function refusal({ config, language, refused }: ReportFormView): Html | null {
  if (refused === undefined) return null;
  const texts = reportTexts(language);
  const sentences: Partial<Record<ProblemCode, string>> = {
    'invalid-fields': receiptTexts(language).refused.check,
    'body-too-large': receiptTexts(language).refused.check,
    'challenge-required': texts.person,
    'too-many-requests': texts.often({ mail: mailOf(config) }),
  };
  return html`<p class="error" role="alert">${sentences[refused.code] ?? texts.away}</p>`;
}

/** The challenge in its frame. The page's script puts the answer into the form. */
function challenge({ config, language, refused }: ReportFormView): Html | null {
  if (refused?.code !== 'challenge-required') return null;
  const { person, noScript } = reportTexts(language);
  return challengeField(language, { person, noScript: noScript({ mail: mailOf(config) }) });
}

function textField(
  view: ReportFormView,
  field: 'address' | 'ground' | 'name' | 'email',
  { label, hint, more }: { readonly label: string; readonly hint?: string; readonly more: Html },
): Html {
  return html`<label for="${field}">${label}</label>
    ${hint === undefined ? null : html`<p class="muted">${hint}</p>`}
    <input id="${field}" name="${field}" value="${view.typed[field]}" ${more} ${described(view, field)} />
    ${complaint(view, field)}`;
}

function kindField(view: ReportFormView): Html {
  const texts = reportTexts(view.language);
  return html`<label for="kind">${texts.kind}</label>
    <select id="kind" name="kind" required ${described(view, 'kind')}>
      <option value="">${texts.choose}</option>
      ${formKinds.map(
        (kind) =>
          html`<option value="${kind}" ${kind === view.typed.kind ? html`selected` : null}>
            ${texts.kinds[kind]}
          </option>`,
      )}
    </select>
    ${complaint(view, 'kind')}`;
}

function whyField(view: ReportFormView): Html {
  return html`<label for="why">${reportTexts(view.language).why}</label>
    <textarea id="why" name="why" rows="6" required ${described(view, 'why')}>${view.typed.why}</textarea>
    ${complaint(view, 'why')}`;
}

function goodFaith(view: ReportFormView): Html {
  return html`<label class="check"
      ><input
        type="checkbox"
        name="goodFaith"
        required
        ${view.typed.goodFaith === 'on' ? html`checked` : null}
        ${described(view, 'goodFaith')}
      />${reportTexts(view.language).goodFaith}</label
    >
    ${complaint(view, 'goodFaith')}`;
}

/** `/report`: the elements of Article 16 (2) of Regulation (EU) 2022/2065, as a plain form that works without JavaScript. */
export function reportFormPage(view: ReportFormView): Page {
  const { language, typed, refused } = view;
  const texts = reportTexts(language);
  const asksPerson = refused?.code === 'challenge-required';
  return {
    language,
    direction: directionOf(language),
    title: `${texts.title} · Busker`,
    head: html`<meta name="robots" content="noindex" /> ${asksPerson ? challengeFieldScript : null}`,
    footer: legalLinks({ language, all: true }),
    body: html`<main>
      <h1>${texts.title}</h1>
      <p>${texts.intro}</p>
      <p><strong>${texts.danger}</strong></p>
      ${refusal(view)}
      <form class="panel" method="post" action="/report?lang=${language}">
        <input type="hidden" name="u" value="${typed.u}" />
        <input type="hidden" name="requestId" value="${typed.requestId}" />
        ${kindField(view)}
        ${textField(view, 'address', { label: texts.address, more: html`type="url" required` })}
        ${textField(view, 'ground', { label: texts.ground, more: html`type="text" required` })}
        ${whyField(view)}
        ${textField(view, 'name', { label: texts.name, hint: texts.notNeeded, more: html`type="text" autocomplete="name"` })}
        ${textField(view, 'email', { label: texts.email, more: html`type="email" autocomplete="email"` })}
        ${goodFaith(view)} ${challenge(view)}
        <p><button class="button" type="submit">${texts.send}</button></p>
      </form>
    </main>`,
  };
}
