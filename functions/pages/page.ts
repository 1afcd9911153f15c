import type { Context } from 'hono';
import { html, trusted, type Html } from './html';
import { pageStyle, pageStyleHash } from './page-style';

export interface Page {
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  readonly head?: Html;
  readonly body: Html;
}

/** Sources by directive, on top of nothing at all. */
export type PolicySources = Readonly<Partial<Record<`${string}-src` | 'form-action', readonly string[]>>>;

/** Nothing inline but our own style sheet; no frames of ours in foreign pages. */
export function pagePolicy(sources: PolicySources): string {
  const directives = Object.entries({ 'style-src': [pageStyleHash], ...sources }).map(
    ([name, values]) => `${name} ${(values ?? []).join(' ')}`,
  );
  return ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", ...directives].join('; ');
}

export function pageText({ language, title, head, body }: Page): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head ?? null}
        <style>
          ${trusted(pageStyle)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.html;
}

export function protectPage(c: Context, sources: PolicySources): void {
  c.header('Content-Security-Policy', pagePolicy(sources));
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
}

export function answerPage(
  c: Context,
  page: Page,
  status: 200 | 400 | 404 | 409 | 503,
  sources: PolicySources = {},
): Response {
  protectPage(c, sources);
  return c.html(pageText(page), status);
}

/** A page that says one thing. */
export function answerNotice(
  c: Context,
  notice: { readonly title: string; readonly text: string },
  status: 200 | 400 | 404 | 409 | 503,
): Response {
  c.header('Cache-Control', 'no-store');
  const body = html`<main class="panel">
    <h1>${notice.title}</h1>
    <p>${notice.text}</p>
  </main>`;
  return answerPage(c, { language: 'en', title: notice.title, body }, status);
}
