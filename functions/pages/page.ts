import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { html, type Html } from './html';
import { styleAsset } from './page-assets';

export interface Page {
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  readonly head?: Html;
  readonly body: Html;
}

/** A whole document. Nothing in it is inline script or style: the policy of its address allows neither. */
export function pageText({ language, title, head, body }: Page): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head ?? null}
        <link rel="stylesheet" href="${styleAsset.path}" />
      </head>
      <body>
        ${body}
      </body>
    </html>`.html;
}

/** A page that is made for one person: kept nowhere. */
export function answerPage(c: Context, page: Page, status: number): Response {
  c.header('Cache-Control', 'no-store');
  return c.html(pageText(page), status as ContentfulStatusCode);
}

/** A page that says one thing. */
export function answerNotice(
  c: Context,
  notice: { readonly title: string; readonly text: string; readonly back?: string },
  status: number,
): Response {
  const { title, text, back } = notice;
  const body = html`<main class="panel">
    <h1>${title}</h1>
    <p>${text}</p>
    ${back === undefined ? null : html`<p><a href="${back}">Back</a></p>`}
  </main>`;
  return answerPage(c, { language: 'en', title, body }, status);
}
