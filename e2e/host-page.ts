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
