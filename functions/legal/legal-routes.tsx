/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { directionOf, type ShippedLanguage } from '@busker/core/locale/language-tags';
import { problem } from '@busker/core/base/result';
import { collections } from '@busker/core/documents/documents';
import { yearCountsDocument, type YearCounts } from '@busker/core/moderation/report-document';
import { outcomes } from '@busker/core/moderation/report';
import { legalTexts } from '@busker/core/messages/core-texts';
import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import { answerCached, sharedFor, refuse, readerOf, type Route } from '../http/routes';
import { facts, legalLinks, readersPageText, type Page } from '../pages/page';
import { readable, type Store } from '../store/store';
import type { Operator } from './operator';
import { legalText, templateLanguage, templateLanguages, templateVersion, type LegalText } from './templates';

type Row = readonly [label: string, value: Child];

const rowsOf = (rows: readonly (Row | null)[]): Child => (
  <dl class="facts">{facts(rows.filter((row) => row !== null))}</dl>
);

const plain = (label: string, value: string | null): Row | null => (value === null ? null : [label, value]);
const lines = (label: string, value: readonly string[] | null): Row | null =>
  value === null
    ? null
    : [
        label,
        value.map((line) => (
          <>
            <span>{line}</span>
            <br />
          </>
        )),
      ];
const mail = (label: string, address: string): Row => [label, <a href={`mailto:${address}`}>{address}</a>];

/** A legal page around its content. `language` is the language of the whole page. */
function legalPage(language: ShippedLanguage, title: string, content: Child): Page {
  return {
    language,
    direction: directionOf(language),
    title: `${title} · Busker`,
    footer: legalLinks({ language, all: true }),
    body: (
      <main>
        <h1>{title}</h1>
        {content}
      </main>
    ),
  };
}

const unnamed = (language: ShippedLanguage): Child => <p class="panel">{legalTexts(language).unnamed}</p>;

/** `/legal/imprint`: who runs this installation and how to reach them. */
function imprintContent(operator: Operator, language: ShippedLanguage): Child {
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
function contactContent(operator: Operator, language: ShippedLanguage): Child {
  const texts = legalTexts(language);
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const spoken = operator.languages.map((tag) => names.of(tag) ?? tag).join(', ');
  const security = operator.securityContact;
  return (
    <>
      <p>{texts.people}</p>
      {rowsOf([
        mail(texts.everybody, operator.email),
        mail(texts.authorities, operator.authorityEmail),
        mail(texts.report, operator.reportEmail),
        plain(texts.languages, spoken),
        [texts.security, <a href={security}>{security.replace(/^mailto:/, '')}</a>],
        lines(texts.euRepresentative, operator.euRepresentative),
      ])}
    </>
  );
}

const percent = (bps: number, language: ShippedLanguage) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000);

/** The terms or the privacy notice. */
function templateContent(
  { publicOrigin, platformFeeBps, challenge }: AppConfig,
  operator: Operator,
  name: LegalText,
  language: 'de' | 'en',
  version: string,
): Child {
  const share = platformFeeBps === 0 ? null : percent(platformFeeBps, language);
  const installation = { operator, origin: publicOrigin, share, challenge: challenge.kind };
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <>
      <p class="muted">
        <time datetime={version}>{date.format(new Date(version))}</time>
      </p>
      {legalText(name, language, installation).map(({ heading, paragraphs }) => (
        <>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p>{paragraph}</p>
          ))}
        </>
      ))}
    </>
  );
}

/** Months. RFC 9116 asks for less than a year; each answer counts from today. */
const monthsValid = 6;

/** `/.well-known/security.txt` (RFC 9116): whom to tell about a security problem. Lines end with CRLF. */
function securityTxt(
  { publicOrigin }: Pick<AppConfig, 'publicOrigin'>,
  operator: Operator,
  now: number,
): string {
  const expires = new Date(now);
  // The file expires on the first of a month, so that a cached answer and a new one are mostly the same.
  expires.setUTCMonth(expires.getUTCMonth() + monthsValid, 1);
  expires.setUTCHours(0, 0, 0, 0);
  const fields = [
    ['Contact', operator.securityContact],
    ['Expires', expires.toISOString().replace('.000Z', 'Z')],
    ['Preferred-Languages', operator.languages.join(', ')],
    ['Canonical', `${publicOrigin}/.well-known/security.txt`],
    ['Policy', `${publicOrigin}/legal/contact`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

/** How many years the page shows. */
const shownYears = 10;

/** The counts of all years, newest first. */
async function readYears(store: Pick<Store, 'find'>): Promise<readonly YearCounts[]> {
  const from = collections.transparency;
  const found = await store.find({ from, orderBy: [['year', 'desc']], limit: shownYears }, (data) =>
    readable(from, yearCountsDocument.decode(data)),
  );
  return found.map(({ value }) => value);
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

function year(counts: YearCounts, language: ShippedLanguage): Child {
  const texts = legalTexts(language);
  const { order = 0 } = counts.reports;
  const rows: readonly (readonly [string, number])[] = [
    [texts.reports, sum(counts.reports) - order],
    [texts.orders, order],
    ...outcomes.map((outcome) => [texts.outcomes[outcome], counts.decisions[outcome] ?? 0] as const),
    [texts.appeals, counts.appeals],
    [texts.reversed, counts.reversed],
  ];
  const number = new Intl.NumberFormat(language);
  return (
    <>
      <h2>{counts.year}</h2>
      <dl class="counts">{facts(rows.map(([label, count]) => [label, number.format(count)]))}</dl>
    </>
  );
}

/** `/legal/transparency`: what was reported and decided in each year (Articles 15 and 24 of Regulation (EU) 2022/2065). */
function transparencyContent(years: readonly YearCounts[], language: ShippedLanguage): Child {
  const texts = legalTexts(language);
  if (years.length === 0) return <p>{texts.nothing}</p>;
  return (
    <>
      <p>{texts.counted}</p>
      {years.map((each) => year(each, language))}
    </>
  );
}

/** Seconds. The pages change with a deploy, which empties the edge. */
const keptFor = 3600;

/** A legal page in the language of the page, which may be English where a text is not translated. */
function answerLegal(c: Context, page: Page, among?: readonly ShippedLanguage[]): Response {
  c.header('Content-Language', page.language);
  c.header('Vary', 'Accept-Language');
  return answerCached(c, readersPageText(c, page, among), {
    type: 'text/html; charset=utf-8',
    sharedAge: keptFor,
  });
}

type Content = (operator: Operator, c: Context) => Page;

/** `/legal/imprint`, `/legal/contact`, `/legal/terms`, `/legal/privacy`, `/legal/transparency` and `/.well-known/security.txt`. */
export function legalRoutes({
  config,
  clock,
  store,
}: Pick<Deps, 'config' | 'clock' | 'store'>): readonly Route[] {
  const { operator } = config;
  const page = (name: 'imprint' | 'contact' | 'terms' | 'privacy', content: Content): Route => ({
    path: `/legal/${name}`,
    cors: 'none',
    on: {
      GET: (c) => {
        const isTemplate = name === 'terms' || name === 'privacy';
        if (operator !== null)
          return answerLegal(c, content(operator, c), isTemplate ? templateLanguages : undefined);
        const { language } = readerOf(c);
        return answerLegal(c, legalPage(language, legalTexts(language)[name], unnamed(language)));
      },
    },
  });
  const elsewhere = (route: Route, url: string | null): Route =>
    url === null
      ? route
      : {
          ...route,
          on: {
            GET: (c) => {
              c.header('Cache-Control', sharedFor(keptFor));
              return c.redirect(url, 302);
            },
          },
        };
  return [
    page('imprint', (given, c) => {
      const { language } = readerOf(c);
      return legalPage(language, legalTexts(language).imprint, imprintContent(given, language));
    }),
    page('contact', (given, c) => {
      const { language } = readerOf(c);
      return legalPage(language, legalTexts(language).contact, contactContent(given, language));
    }),
    elsewhere(
      page('terms', (given, c) => {
        const language = templateLanguage(readerOf(c).language);
        const version = given.terms.version ?? templateVersion;
        const content = templateContent(config, given, 'terms', language, version);
        return legalPage(language, legalTexts(language).terms, content);
      }),
      operator?.terms.url ?? null,
    ),
    elsewhere(
      page('privacy', (given, c) => {
        const language = templateLanguage(readerOf(c).language);
        const content = templateContent(config, given, 'privacy', language, templateVersion);
        return legalPage(language, legalTexts(language).privacy, content);
      }),
      operator?.privacyUrl ?? null,
    ),
    {
      path: '/legal/transparency',
      cors: 'none',
      on: {
        GET: async (c) => {
          const { language } = readerOf(c);
          const content = transparencyContent(await readYears(store), language);
          return answerLegal(c, legalPage(language, legalTexts(language).transparency, content));
        },
      },
    },
    {
      path: '/.well-known/security.txt',
      cors: 'public',
      on: {
        GET: (c) => {
          if (operator === null) return refuse(c, config, problem('route-not-found'));
          c.header('Cache-Control', sharedFor(keptFor));
          return c.body(securityTxt(config, operator, clock.now()), 200, {
            'Content-Type': 'text/plain; charset=utf-8',
          });
        },
      },
    },
  ];
}
