import type { ShippedLanguage } from '../../core/base/languages';
import type { Report } from '../../core/report/report';
import { html } from '../../core/web/html';
import { legalTexts } from '../legal/texts/legal-texts';
import { legalLinks } from '../pages/page-footer';
import type { Page } from '../pages/page';
import { pageTexts } from '../pages/texts/page-texts';
import type { Received } from './receive-report';
import { reportTexts } from './texts/report-texts';

function page(language: ShippedLanguage, title: string, content: Page['body']): Page {
  return {
    language,
    direction: pageTexts(language).dir,
    title: `${title} · Busker`,
    head: html`<meta name="robots" content="noindex" />`,
    footer: legalLinks({ language, all: true }),
    body: html`<main class="panel">
      <h1>${title}</h1>
      ${content}
    </main>`,
  };
}

/** The confirmation of Article 16 (4): the number of the report, and the link to follow it. */
export function receivedPage(language: ShippedLanguage, { id, email }: Received, link: string): Page {
  const texts = reportTexts(language);
  return page(
    language,
    texts.doneTitle,
    html`<p>${texts.done(id)}</p>
      <p>${email === null ? texts.notMailed : texts.mailed(email)}</p>
      <p><a href="${link}">${texts.follow}</a></p>`,
  );
}

/** The state of a report. It shows no text of the owner or the reporter: other people may find the link in a mailbox. */
export function reportStatePage(language: ShippedLanguage, { id, state }: Report): Page {
  const texts = reportTexts(language);
  const decision = 'decision' in state ? state.decision : null;
  return page(
    language,
    texts.stateTitle(id),
    html`<p>${texts.states[state.name]}</p>
      ${
        decision === null
          ? null
          : html`<dl class="facts">
              <dt>${texts.decision}</dt>
              <dd>${legalTexts(language).outcomes[decision.outcome]}</dd>
            </dl>`
      }`,
  );
}

export function noReportPage(language: ShippedLanguage): Page {
  const { goneTitle, gone } = reportTexts(language);
  return page(language, goneTitle, html`<p>${gone}</p>`);
}
