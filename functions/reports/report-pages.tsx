/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { appealTextLimit } from '@busker/core/dashboard-api/moderation-api';
import { readFault } from '@busker/core/base/field-faults';
import { directionOf, type ShippedLanguage } from '@busker/core/locale/language-tags';
import type { ProblemCode } from '@busker/core/base/problem-codes';
import type { Problem } from '@busker/core/base/result';
import { cleanLines } from '@busker/core/text/text';
import { formKinds, type Appeal, type Report } from '@busker/core/moderation/report';
import { legalTexts, receiptTexts, reportTexts } from '@busker/core/messages/core-texts';
import { challengeField, challengeFieldScript } from '../challenge/challenge-routes';
import type { AppConfig } from '../config';
import { legalLinks, noIndex, type Page } from '../pages/page';
import { hostName, type Received, type TypedReport } from './reports';

interface ReportFormView {
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

function complaint(view: ReportFormView, field: Field): Child {
  const sentence = sentenceFor(view, field);
  return sentence === undefined ? null : (
    <p class="error" id={faultId(field)}>
      {sentence}
    </p>
  );
}

const described = ({ refused }: ReportFormView, field: Field) =>
  refused?.fields?.[field] !== undefined && { 'aria-invalid': 'true', 'aria-describedby': faultId(field) };

/** The general error message above the form. */
function refusal({ config, language, refused }: ReportFormView): Child {
  if (refused === undefined) return null;
  const texts = reportTexts(language);
  const sentences: Partial<Record<ProblemCode, string>> = {
    'invalid-fields': receiptTexts(language).refused.check,
    'body-too-large': receiptTexts(language).refused.check,
    'challenge-required': texts.person,
    'too-many-requests': texts.often({ mail: mailOf(config) }),
  };
  return (
    <p class="error" role="alert">
      {sentences[refused.code] ?? texts.away}
    </p>
  );
}

/** The challenge in its frame. The page's script puts the answer into the form. */
function challenge({ config, language, refused }: ReportFormView): Child {
  if (refused?.code !== 'challenge-required') return null;
  const { person, noScript } = reportTexts(language);
  return challengeField(language, { person, noScript: noScript({ mail: mailOf(config) }) });
}

function textField(
  view: ReportFormView,
  field: 'address' | 'ground' | 'name' | 'email',
  { label, hint, more }: { readonly label: string; readonly hint?: string; readonly more: object },
): Child {
  return (
    <>
      <label for={field}>{label}</label>
      {hint === undefined ? null : <p class="muted">{hint}</p>}
      <input id={field} name={field} value={view.typed[field]} {...more} {...described(view, field)} />
      {complaint(view, field)}
    </>
  );
}

function kindField(view: ReportFormView): Child {
  const texts = reportTexts(view.language);
  return (
    <>
      <label for="kind">{texts.kind}</label>
      <select id="kind" name="kind" required {...described(view, 'kind')}>
        <option value="">{texts.choose}</option>
        {formKinds.map((kind) => (
          <option value={kind} selected={kind === view.typed.kind}>
            {texts.kinds[kind]}
          </option>
        ))}
      </select>
      {complaint(view, 'kind')}
    </>
  );
}

function whyField(view: ReportFormView): Child {
  return (
    <>
      <label for="why">{reportTexts(view.language).why}</label>
      <textarea id="why" name="why" rows={6} required {...described(view, 'why')}>
        {`\n${view.typed.why}`}
      </textarea>
      {complaint(view, 'why')}
    </>
  );
}

function goodFaith(view: ReportFormView): Child {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          name="goodFaith"
          required
          checked={view.typed.goodFaith === 'on'}
          {...described(view, 'goodFaith')}
        />
        {reportTexts(view.language).goodFaith}
      </label>
      {complaint(view, 'goodFaith')}
    </>
  );
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
    head: (
      <>
        {noIndex}
        {asksPerson ? challengeFieldScript : null}
      </>
    ),
    footer: legalLinks({ language, all: true }),
    body: (
      <main>
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        <p>
          <strong>{texts.danger}</strong>
        </p>
        {refusal(view)}
        <form class="panel" method="post" action={`/report?lang=${language}`}>
          <input type="hidden" name="u" value={typed.u} />
          <input type="hidden" name="requestId" value={typed.requestId} />
          {kindField(view)}
          {textField(view, 'address', { label: texts.address, more: { type: 'url', required: true } })}
          {textField(view, 'ground', { label: texts.ground, more: { type: 'text', required: true } })}
          {whyField(view)}
          {textField(view, 'name', {
            label: texts.name,
            hint: texts.notNeeded,
            more: { type: 'text', autocomplete: 'name' },
          })}
          {textField(view, 'email', { label: texts.email, more: { type: 'email', autocomplete: 'email' } })}
          {goodFaith(view)}
          {challenge(view)}
          <p>
            <button class="button" type="submit">
              {texts.send}
            </button>
          </p>
        </form>
      </main>
    ),
  };
}

function page(language: ShippedLanguage, title: string, content: Page['body']): Page {
  return {
    language,
    direction: directionOf(language),
    title: `${title} · Busker`,
    head: noIndex,
    footer: legalLinks({ language, all: true }),
    body: (
      <main class="panel">
        <h1>{title}</h1>
        {content}
      </main>
    ),
  };
}

/** The confirmation of Article 16 (4): the number of the report, and the link to follow it. */
export function receivedPage(language: ShippedLanguage, { id, email, mailed }: Received, link: string): Page {
  const texts = reportTexts(language);
  const withMail = mailed ? texts.mailed : texts.noMore;
  return page(
    language,
    texts.doneTitle,
    <>
      <p>{texts.done({ number: id })}</p>
      <p>{email === null ? texts.notMailed : withMail({ mail: email })}</p>
      <p>
        <a href={link}>{texts.follow}</a>
      </p>
    </>,
  );
}

interface ReportPageView {
  readonly report: Report;
  /** The objection to the decision; null = none. */
  readonly appeal: Appeal | null;
  /** Whether the reporter can still object. */
  readonly mayObject: boolean;
  /** The key of the link, which the form sends back. */
  readonly key: string;
  /** The values of the refused form. */
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
    <>
      <p>{texts.states[state.name]}</p>
      {decision === null ? null : (
        <dl class="facts">
          <dt>{texts.decision}</dt>
          <dd>{legalTexts(language).outcomes[decision.outcome]}</dd>
          <dt>{texts.reasons}</dt>
          <dd class="typed" dir="auto">
            {decision.facts}
          </dd>
        </dl>
      )}
      {view.appeal === null ? null : objection(language, view.appeal)}
      {view.mayObject ? objectionForm(language, view) : null}
    </>,
  );
}

function objection(language: ShippedLanguage, { answer }: Appeal): Child {
  const texts = reportTexts(language).objection;
  if (answer === null) return <p>{texts.open}</p>;
  return (
    <>
      <p>{texts[answer.outcome]}</p>
      <p class="typed" dir="auto">
        {answer.text}
      </p>
    </>
  );
}

/** The complaint of Article 20 of Regulation (EU) 2022/2065, as a plain form that works without JavaScript. */
function objectionForm(language: ShippedLanguage, { report, key, refused }: ReportPageView): Child {
  const texts = reportTexts(language).objection;
  const isRefused = refused !== undefined;
  return (
    <>
      <h2>{texts.title}</h2>
      <p id="objection-lead">{texts.lead}</p>
      <form method="post" action={`/report/${report.id}?lang=${language}`}>
        <input type="hidden" name="key" value={key} />
        <label for="text">{texts.label}</label>
        <textarea
          id="text"
          name="text"
          rows={6}
          required
          aria-describedby="objection-lead"
          aria-invalid={isRefused ? 'true' : undefined}
        >
          {`\n${refused ?? ''}`}
        </textarea>
        {isRefused ? (
          <p class="error" role="alert">
            {cleanLines(refused) === ''
              ? texts.missing
              : receiptTexts(language).fields.keepTo({ limit: appealTextLimit })}
          </p>
        ) : null}
        <p>
          <button class="button" type="submit">
            {texts.send}
          </button>
        </p>
      </form>
    </>
  );
}

export function noReportPage(language: ShippedLanguage): Page {
  const { goneTitle, gone } = reportTexts(language);
  return page(language, goneTitle, <p>{gone}</p>);
}
