/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Child, JSXNode } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  directionOf,
  languageOf,
  shippedLanguages,
  type ShippedLanguage,
} from '@busker/core/locale/language-tags';
import { problemKinds, type ProblemCode } from '@busker/core/base/problem-codes';
import type { Problem } from '@busker/core/base/result';
import type { PageLook } from '@busker/core/looks/page-look';
import type { CardLook } from '@busker/core/profile/draft';
import { readableInk } from '@busker/core/web/readable-ink';
import { legalTexts, pageTexts, receiptTexts, type ReceiptTexts } from '@busker/core/messages/core-texts';
import { readerOf, notCached, sayWait } from '../http/routes';
import { iconAsset, styleAddress } from './page-assets';
import { cornersOf, styleInPage } from './page-style';

/** The legal pages that every page links to. The legal pages link to all of them. */
const everywhere = ['imprint', 'terms', 'privacy'] as const;
const further = ['imprint', 'contact', 'terms', 'privacy', 'transparency'] as const;

interface LegalLinks {
  readonly language: ShippedLanguage;
  /** The handle of the profile on the page. The "Report" link reports this profile. */
  readonly handle?: string;
  /** True on the legal pages: the footer links to all of them. */
  readonly all?: boolean;
}

/** The links in the footer of each page: imprint, terms, privacy, report. */
export function legalLinks({ language, handle, all = false }: LegalLinks): Child {
  const texts = legalTexts(language);
  const about = handle === undefined ? '' : `u=${handle}&`;
  return (
    <nav aria-label={texts.about}>
      <ul class="languages">
        {(all ? further : everywhere).map((name) => (
          <li>
            <a href={`/legal/${name}?lang=${language}`}>{texts[name]}</a>
          </li>
        ))}
        <li>
          <a rel="nofollow" href={`/report?${about}lang=${language}`}>
            {texts.report}
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** The name of a language in that language. */
const languageNames: Readonly<Record<ShippedLanguage, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  ar: 'العربية',
};

/** The choice of a language at the foot of a page, without JavaScript. Each has an address of its own: a cache keeps them apart, and no cookie is needed. */
export const languageChoice = (
  language: ShippedLanguage,
  addressIn: (language: ShippedLanguage) => string,
  { rel, among = shippedLanguages }: { rel?: 'nofollow'; among?: readonly ShippedLanguage[] } = {},
): Child => (
  <details>
    <summary>
      {pageTexts(language).language}: {languageNames[language]}
    </summary>
    <ul class="languages">
      {among
        .filter((each) => each !== language)
        .map((each) => (
          <li>
            <a hreflang={each} lang={each} rel={rel} href={addressIn(each)}>
              {languageNames[each]}
            </a>
          </li>
        ))}
    </ul>
  </details>
);

/** The choice on a page that follows the reader: its own address with `?lang=`. None on the answer to a form, where it would lose what was typed. */
function choiceHere(c: Context, language: string, among?: readonly ShippedLanguage[]): Child {
  if (c.req.method !== 'GET') return null;
  const addressIn = (lang: ShippedLanguage) => {
    const asked = new URL(c.req.url).searchParams;
    asked.set('lang', lang);
    return `?${asked.toString()}`;
  };
  return languageChoice(languageOf(language), addressIn, { rel: 'nofollow', ...(among && { among }) });
}

export interface Page {
  /** BCP 47. */
  readonly language: string;
  readonly direction?: 'ltr' | 'rtl';
  readonly title: string;
  readonly head?: Child;
  /** The favicon; absent = Busker's coin. */
  readonly icon?: Child;
  readonly body: Child;
  /** The owner's colours and shapes, on an owner's page: `accent` as `#rrggbb`, `radius` in pixels. */
  readonly look?: {
    readonly accent: string;
    readonly theme: string;
    readonly font?: CardLook['font'];
    readonly radius?: number;
    readonly page?: PageLook | undefined;
  };
  /** The footer of the page; absent = the links to the legal pages. */
  readonly footer?: Child;
  /** Painted without a wait for the style sheet. The policy of its path must allow `styleInPage`. */
  readonly atOnce?: boolean;
  /** Shown in a frame on another site: as small as its content, without a footer. */
  readonly framed?: boolean;
}

/** For a page that search engines leave out. */
export const noIndex = <meta name="robots" content="noindex" />;

/** Terms and their values, inside a `dl`. */
export const facts = (rows: readonly (readonly [term: string, value: Child])[]): Child =>
  rows.map(([term, value]) => (
    <>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </>
  ));

/** Without a link to an icon, browsers ask for `/favicon.ico`. */
const coin = <link rel="icon" href={iconAsset.path} type="image/svg+xml" />;

/**
 * The text of what is drawn. Whatever stands in it is escaped, in attributes too. Nothing in it may wait for a promise: then it would not be text at once.
 */
export function textOf(drawn: Child): string {
  const text = (drawn as JSXNode).toString();
  if (typeof text !== 'string') throw new Error('A part of this page waits for something.');
  return text;
}

/**
 * A whole document, without inline scripts: the policy of its path allows none. The style sheet is first, because the first paint waits for it and for
 * nothing else. A page that is painted at once has the style sheet in itself, and the linked one last, where no browser waits for it: it has the owner's
 * colours for browsers that do not take them from the attributes, and the style while the policy is older than the page, in the minutes of a deploy.
 */
export function pageText({
  language,
  direction = 'ltr',
  title,
  head,
  icon = coin,
  body,
  look,
  framed = false,
  footer,
  atOnce = false,
}: Page): string {
  const accent = atOnce ? look?.accent : undefined;
  const sheet = <link rel="stylesheet" href={styleAddress(look?.accent ?? null, look?.page)} />;
  const page = (
    <html
      lang={language}
      dir={direction}
      data-theme={look?.theme === 'light' || look?.theme === 'dark' ? look.theme : undefined}
      data-font={look?.font}
      data-corners={look?.radius === undefined ? undefined : cornersOf(look.radius)}
      data-accent={accent}
      data-on-accent={accent && readableInk(accent)}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {/* Without a sign more than the style sheet: its hash is in the policy. */}
        {atOnce ? <style>{raw(styleInPage)}</style> : sheet}
        {head}
        {icon}
      </head>
      <body class={framed ? 'framed' : undefined}>
        {body}
        {framed ? null : <footer>{footer ?? legalLinks({ language: languageOf(language) })}</footer>}
        {atOnce ? sheet : null}
      </body>
    </html>
  );
  return `<!doctype html>${textOf(page)}`;
}

/** The same with a choice of its language at the foot, among those that it is written in. */
export function readersPageText(c: Context, page: Page, among?: readonly ShippedLanguage[]): string {
  const { language, footer = legalLinks({ language: languageOf(language) }) } = page;
  const withChoice = (
    <>
      {choiceHere(c, language, among)}
      {footer}
    </>
  );
  return pageText({ ...page, footer: withChoice });
}

/** A page for one person, which no cache may keep. */
export function answerPage(c: Context, page: Page, status: number): Response {
  c.header('Cache-Control', notCached);
  return c.html(readersPageText(c, page), status as ContentfulStatusCode);
}

interface MessagePage {
  readonly title: string;
  readonly text: string;
  readonly back?: { readonly href: string; readonly label: string };
  readonly language?: string;
  readonly direction?: 'ltr' | 'rtl';
}

export function answerNotice(c: Context, notice: MessagePage, status: number): Response {
  const { title, text, back, language = 'en', direction = 'ltr' } = notice;
  const body = (
    <main class="panel">
      <h1>{title}</h1>
      <p>{text}</p>
      {back === undefined ? null : (
        <p>
          <a href={back.href}>{back.label}</a>
        </p>
      )}
    </main>
  );
  return answerPage(c, { language, direction, title, head: noIndex, body }, status);
}

/** The fan's message for each problem; `otherwise` for all others. */
const kinds: Partial<Record<ProblemCode, keyof ReceiptTexts['refused']>> = {
  'session-invalid': 'again',
  'session-expired': 'again',
  'request-reused': 'again',
  'currency-mismatch': 'again',
  'total-changed': 'again',
  'too-many-requests': 'often',
  'challenge-required': 'often',
  'invalid-fields': 'check',
  'amount-too-small': 'check',
  'amount-too-large': 'check',
  'service-unavailable': 'away',
  'payments-not-ready': 'notReady',
  'tips-off': 'notReady',
  'undo-unavailable': 'noUndo',
  'tip-not-changeable': 'fixed',
};

/** The reason for a refused form, and whether anything was charged. */
export function refusalIn(language: ShippedLanguage, { code }: Pick<Problem, 'code'>): string {
  return receiptTexts(language).refused[kinds[code] ?? 'otherwise'];
}

/** The receipt script's message by problem code; '' for all others. */
export function receiptRefusals(language: ShippedLanguage): Readonly<Record<string, string>> {
  const { gone, failed, refused, fields, mailOften } = receiptTexts(language);
  const byCode: Partial<Record<ProblemCode, string>> = {
    'tip-not-found': gone,
    'undo-unavailable': refused.noUndo,
    'undo-failed': refused.noUndo,
    'tip-not-changeable': refused.fixed,
    'invalid-fields': fields.shorten,
    'too-many-requests': refused.often,
  };
  return { ...byCode, '/watch/mail too-many-requests': mailOften, '': failed };
}

/** The page for a refused request, in the reader's language. */
export function answerRefusal(c: Context, given: Problem): Response {
  const { language } = readerOf(c);
  sayWait(c, given);
  const { sorry: title } = receiptTexts(language).refused;
  const text = refusalIn(language, given);
  const direction = directionOf(language);
  return answerNotice(c, { title, text, language, direction }, problemKinds[given.code].status);
}
