import { directionOf, type ShippedLanguage } from '../../core/base/language-tags';
import { cleanLines } from '../../core/base/text';
import { appealTextLimit } from '../../core/api/moderation-api';
import type { Appeal, Report } from '../../core/report/report';
import { html, type Html } from '../../core/web/html';
import { legalTexts, receiptTexts, reportTexts } from '../messages/page-texts';
import { legalLinks } from '../pages/page-footer';
import type { Page } from '../pages/page';
import type { Received } from './receive-report';

function page(language: ShippedLanguage, title: string, content: Page['body']): Page {
  return {
    language,
    direction: directionOf(language),
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
export function receivedPage(language: ShippedLanguage, { id, email, mailed }: Received, link: string): Page {
  const texts = reportTexts(language);
  const withMail = mailed ? texts.mailed : texts.noMore;
  return page(
    language,
    texts.doneTitle,
    html`<p>${texts.done({ number: id })}</p>
      <p>${email === null ? texts.notMailed : withMail({ mail: email })}</p>
      <p><a href="${link}">${texts.follow}</a></p>`,
  );
}

/** What the page of a report shows besides the report. */
export interface ReportPageView {
  readonly report: Report;
  /** The objection to the decision; null = none. */
  readonly appeal: Appeal | null;
  /** Whether the reporter can still object. */
  readonly mayObject: boolean;
  /** The key of the link, which the form sends back. */
  readonly key: string;
  /** What the reporter typed, when the form was refused. */
  readonly refused?: string;
}

/** The state of a report. It shows no text of the owner or the reporter: other people may find the link in a mailbox. */
export function reportStatePage(language: ShippedLanguage, view: ReportPageView): Page {
  const texts = reportTexts(language);
  const { id, state } = view.report;
  const decision = 'decision' in state ? state.decision : null;
  return page(
    language,
    texts.stateTitle({ number: id }),
    html`<p>${texts.states[state.name]}</p>
      ${
        decision === null
          ? null
          : html`<dl class="facts">
              <dt>${texts.decision}</dt>
              <dd>${legalTexts(language).outcomes[decision.outcome]}</dd>
              <dt>${texts.reasons}</dt>
              <dd class="typed" dir="auto">${decision.facts}</dd>
            </dl>`
      }
      ${view.appeal === null ? null : objection(language, view.appeal)}
      ${view.mayObject ? objectionForm(language, view) : null}`,
  );
}

function objection(language: ShippedLanguage, { answer }: Appeal): Html {
  const texts = reportTexts(language).objection;
  if (answer === null) return html`<p>${texts.open}</p>`;
  return html`<p>${texts[answer.outcome]}</p>
    <p class="typed" dir="auto">${answer.text}</p>`;
}

/** The complaint of Article 20 of Regulation (EU) 2022/2065, as a plain form that works without JavaScript. */
function objectionForm(language: ShippedLanguage, { report, key, refused }: ReportPageView): Html {
  const texts = reportTexts(language).objection;
  const isRefused = refused !== undefined;
  return html`<h2>${texts.title}</h2>
    <p id="objection-lead">${texts.lead}</p>
    <form method="post" action="/report/${report.id}?lang=${language}">
      <input type="hidden" name="key" value="${key}" />
      <label for="text">${texts.label}</label>
      <textarea
        id="text"
        name="text"
        rows="6"
        required
        aria-describedby="objection-lead"
        ${isRefused ? html`aria-invalid="true"` : null}
      >
${refused ?? ''}</textarea>
      ${isRefused ? html`<p class="error" role="alert">${cleanLines(refused) === '' ? texts.missing : receiptTexts(language).fields.keepTo({ limit: appealTextLimit })}</p>` : null}
      <p><button class="button" type="submit">${texts.send}</button></p>
    </form>`;
}

export function noReportPage(language: ShippedLanguage): Page {
  const { goneTitle, gone } = reportTexts(language);
  return page(language, goneTitle, html`<p>${gone}</p>`);
}
