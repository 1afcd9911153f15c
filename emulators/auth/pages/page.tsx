/** @jsxImportSource hono/jsx */
import type { OutgoingHttpHeaders } from 'node:http';
import type { Child } from 'hono/jsx';
import { documentOf } from '@busker/emulators/html';
import { isLoopbackHost } from '@busker/emulators/loopback';

export type PageScript = 'action' | 'chooser' | 'outbox' | 'relay';

export const stylePath = '/__local/auth.css';
export const scriptPath = (name: PageScript): string => `/__local/scripts/${name}.js`;

export interface PageParts {
  readonly title: string;
  readonly body: Child;
  readonly script: PageScript | null;
}

/** The layout of every page of the local sign-in service. */
export function page({ title, body, script }: PageParts): string {
  return documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={stylePath} />
        {script === null ? null : <script src={scriptPath(script)} defer></script>}
      </head>
      <body>{body}</body>
    </html>,
  );
}

/** Pages of this machine, on any port. */
const localPages = 'http://localhost:* http://*.localhost:* http://127.0.0.1:*';

/** @param framed whether pages of this machine may frame it; public pages never may */
export const pageHeaders = (framed: 'by-local-pages' | 'never'): OutgoingHttpHeaders => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; form-action 'none'",
    `base-uri 'none'; frame-ancestors ${framed === 'never' ? "'none'" : localPages}`,
  ].join('; '),
  'cross-origin-resource-policy': framed === 'never' ? 'same-origin' : 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

/** The HTML of a mail, in a frame of the outbox: no script runs, nothing is loaded, and no link of it opens. */
export const letterHeaders: OutgoingHttpHeaders = {
  ...pageHeaders('never'),
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
};

/** Whether a URL is on this machine. Our pages link to no other place. */
export function leadsHere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && isLoopbackHost(hostname);
}
