import { directionOf, type ShippedLanguage } from '../../core/base/language-tags';
import { html, type Html } from '../../core/web/html';
import type { AppConfig } from '../config';
import { legalLinks } from '../pages/page-footer';
import type { Page } from '../pages/page';
import { legalTexts } from '../messages/page-texts';
import type { Operator } from './operator';
import type { FoundTemplate } from './templates/templates';

type Row = readonly [label: string, value: Html];

const rowsOf = (rows: readonly (Row | null)[]): Html =>
  html`<dl class="facts">
    ${rows
      .filter((row) => row !== null)
      .map(
        ([label, value]) =>
          html`<dt>${label}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`;

const plain = (label: string, value: string | null): Row | null =>
  value === null ? null : [label, html`${value}`];
const lines = (label: string, value: readonly string[] | null): Row | null =>
  value === null ? null : [label, html`${value.map((line) => html`<span>${line}</span><br />`)}`];
const mail = (label: string, address: string): Row => [
  label,
  html`<a href="mailto:${address}">${address}</a>`,
];

/** A legal page around its content. `language` is the language of the whole page. */
export function legalPage(language: ShippedLanguage, title: string, content: Html): Page {
  return {
    language,
    direction: directionOf(language),
    title: `${title} · Busker`,
    footer: legalLinks({ language, all: true }),
    body: html`<main>
      <h1>${title}</h1>
      ${content}
    </main>`,
  };
}

export const unnamed = (language: ShippedLanguage): Html =>
  html`<p class="panel">${legalTexts(language).unnamed}</p>`;

/** `/legal/imprint`: who runs this installation and how to reach them. */
export function imprintContent(operator: Operator, language: ShippedLanguage): Html {
  const texts = legalTexts(language);
  return rowsOf([
    plain(texts.operator, operator.name),
    lines(texts.address, operator.address),
    mail(texts.email, operator.email),
    plain(texts.representative, operator.representative),
    plain(texts.register, operator.register),
    plain(texts.vatId, operator.vatId),
  ]);
}

/** `/legal/contact`: one address for authorities and one for everybody (Articles 11 to 13 of Regulation (EU) 2022/2065). */
export function contactContent(operator: Operator, language: ShippedLanguage): Html {
  const texts = legalTexts(language);
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const spoken = operator.languages.map((tag) => names.of(tag) ?? tag).join(', ');
  const security = operator.securityContact;
  return html`<p>${texts.people}</p>
    ${rowsOf([
      mail(texts.everybody, operator.email),
      mail(texts.authorities, operator.authorityEmail),
      mail(texts.report, operator.reportEmail),
      plain(texts.languages, spoken),
      [texts.security, html`<a href="${security}">${security.replace(/^mailto:/, '')}</a>`],
      lines(texts.euRepresentative, operator.euRepresentative),
    ])}`;
}

const percent = (bps: number, language: ShippedLanguage) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000);

/** The terms or the privacy notice, from a template. */
export function templateContent(
  { publicOrigin, platformFeeBps, challenge }: AppConfig,
  operator: Operator,
  { language, template }: FoundTemplate,
  version: string,
): Html {
  const share = platformFeeBps === 0 ? null : percent(platformFeeBps, language);
  const sections = template({ operator, origin: publicOrigin, share, challenge: challenge.kind });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return html`<p class="muted"><time datetime="${version}">${date.format(new Date(version))}</time></p>
    ${sections.map(
      ({ heading, paragraphs }) =>
        html`<h2>${heading}</h2>
          ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`,
    )}`;
}
