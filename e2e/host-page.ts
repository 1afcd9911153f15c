import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import type { Addresses } from './backend';

interface HostPage {
  readonly body: string;
  /** Without a doctype the browser uses quirks mode. */
  readonly doctype?: string;
  readonly head?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a page of another site with this content and the card's script. */
export async function openHostPage(
  page: Page,
  busker: Addresses,
  { body, doctype = '<!doctype html>', head = '', headers }: HostPage,
): Promise<void> {
  const address = `${busker.examples}/host-page-of-a-test`;
  const script = `<script type="module" async src="${busker.app}/embed/v1.js"></script>`;
  // Chromium treats a page that no server sent as a page from outside this machine.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { ...headers },
      body: `${doctype}<html lang="en"><head><title>A site</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        ${head}${script}</head><body>${body}</body></html>`,
    }),
  );
  await page.goto(address);
}

export interface AlteredEmbed {
  /** A page with Ada's card, whose sheet is not the published file. */
  readonly page: string;
  close(): void;
}

/** Serves the embed of this backend, with a line of its own at the start of the tip sheet, as an attacker who can change what is served. */
export async function alteredEmbed(app: string): Promise<AlteredEmbed> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const answer = async () => {
      if (path === '/') {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        return `<!doctype html><html lang="en"><title>A site</title>
          <script type="module" async src="/embed/v1.js"></script>
          <busker-card profile="ada" host="${app}"><a href="${app}/@ada">Tip Ada</a></busker-card></html>`;
      }
      const published = await fetch(app + path);
      response.statusCode = published.status;
      response.setHeader('content-type', published.headers.get('content-type') ?? 'text/plain');
      response.setHeader('access-control-allow-origin', '*');
      const text = await published.text();
      return path.includes('/tip-sheet-') ? `globalThis.alteredRan = true;${text}` : text;
    };
    answer().then(
      (text) => response.end(text),
      () => response.writeHead(502).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return { page: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
