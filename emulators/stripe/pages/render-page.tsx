/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { documentOf } from '@busker/emulators/html';

export interface PageParts {
  readonly title: string;
  readonly lang?: string;
  readonly bodyClass?: string;
  /** False leaves out the sandbox's style sheet; the default is true. */
  readonly styled?: boolean;
  readonly body: Child;
  /** Names of scripts under /scripts. */
  readonly scripts?: readonly string[];
}

export const renderPage = ({
  title,
  lang = 'en',
  bodyClass = '',
  styled = true,
  body,
  scripts = [],
}: PageParts): string =>
  documentOf(
    <html lang={lang}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        {styled ? <link rel="stylesheet" href="/sandbox.css" /> : null}
      </head>
      <body class={bodyClass}>
        {body}
        {scripts.map((name) => (
          <script src={`/scripts/${name}.js`} defer></script>
        ))}
      </body>
    </html>,
  );

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action *; base-uri 'none'";

/** `anywhere`: any site may frame this page; `nowhere`: no site may. */
export const pageHeaders = (framed: 'anywhere' | 'nowhere'): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${POLICY}; frame-src 'self'; frame-ancestors ${framed === 'anywhere' ? '*' : "'none'"}`,
  'cross-origin-resource-policy': 'cross-origin',
  // With `no-referrer` a browser would send our own forms with `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});
