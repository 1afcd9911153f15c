import type { IncomingMessage, ServerResponse } from 'node:http';
import { browserScript, type BrowserScript } from '../browser/bundle';
import { successAddress } from '../payments/checkout';
import { readText, send } from '../wire/http-answer';
import { challengePage } from './challenge';
import { checkoutPage } from './checkout';
import { codePicture } from './code-picture';
import { html } from '../../html';
import { pageHeaders, renderPage } from './render-page';
import { INSPECTOR_PAGE } from './inspector';
import { answerOnboarding, visitOnboarding, type Visit } from './onboarding';
import type { PageParts } from './page-parts';
import { receiptPage } from './receipt';
import { serveBilling } from './serve-billing';
import { SANDBOX_CSS } from './sandbox-css';

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
};

/** The paths of the scripts. The first replaces https://js.stripe.com. */
const SCRIPTS: Readonly<Record<string, BrowserScript>> = {
  '/stripe.js': 'stripe-js',
  '/scripts/card-frame.js': 'card-frame',
  '/scripts/challenge-page.js': 'challenge-page',
  '/scripts/checkout-page.js': 'checkout-page',
  '/scripts/inspector-page.js': 'inspector-page',
  '/scripts/saved-card-page.js': 'saved-card-page',
};

const CARD_FRAME = renderPage({
  title: 'Card',
  bodyClass: 'bare',
  styled: false,
  scripts: ['card-frame'],
  body: html`<main id="root"></main>`,
});

const NOT_FOUND_PAGE = renderPage({
  title: 'Nothing to do here',
  body: html`<main class="checkout narrow">
    <section class="panel">
      <h1>Nothing to do here</h1>
      <p>This page has already been used, or it does not exist.</p>
    </section>
  </main>`,
});

function sendVisit(response: ServerResponse, visit: Visit): void {
  if (visit.kind === 'redirect')
    return send(response, 303, { location: visit.to, 'cache-control': 'no-store' }, '');
  send(
    response,
    visit.kind === 'page' ? 200 : 404,
    pageHeaders('nowhere'),
    visit.kind === 'page' ? visit.html : NOT_FOUND_PAGE,
  );
}

type Handler = (
  parts: PageParts,
  incoming: IncomingMessage,
  response: ServerResponse,
  id: string,
) => void | Promise<void>;

/** Each page's path and its handler. */
const PAGES: readonly (readonly [method: string, pattern: RegExp, handler: Handler])[] = [
  ['GET', /^\/()$/, (_, __, response) => send(response, 200, pageHeaders('nowhere'), INSPECTOR_PAGE)],
  ['GET', /^\/frame\/(card)$/, (_, __, response) => send(response, 200, pageHeaders('anywhere'), CARD_FRAME)],
  [
    'GET',
    /^\/sandbox\/3ds\/(pi_[A-Za-z0-9]+)$/,
    ({ sandbox, publishableKey }, incoming, response, id) => {
      const { searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
      const shown = { source: searchParams.get('source') ?? '', withCode: searchParams.has('code') };
      const page = challengePage(sandbox, id, shown, publishableKey);
      send(response, page === null ? 404 : 200, pageHeaders('anywhere'), page ?? NOT_FOUND_PAGE);
    },
  ],
  [
    'GET',
    /^\/sandbox\/code\/(src_[A-Za-z0-9]+)\.svg$/,
    (_, __, response, id) =>
      send(response, 200, { ...pageHeaders('nowhere'), 'content-type': 'image/svg+xml' }, codePicture(id)),
  ],
  [
    'GET',
    /^\/c\/pay\/(cs_test_[A-Za-z0-9]+)$/,
    ({ sandbox, publishableKey }, incoming, response, id) => {
      const session = sandbox.store.get('checkoutSession', id);
      // A bank's page leads here, and a buyer who has paid there goes on to the shop.
      const { searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
      if (session?.status === 'complete' && searchParams.has('redirect_status'))
        return sendVisit(response, { kind: 'redirect', to: successAddress(session) });
      const language = incoming.headers['accept-language'] ?? 'en';
      const page = session ? checkoutPage(sandbox, session, publishableKey, language) : NOT_FOUND_PAGE;
      send(response, session ? 200 : 404, pageHeaders('nowhere'), page);
    },
  ],
  [
    'GET',
    /^\/receipts\/(ch_[A-Za-z0-9]+)$/,
    ({ sandbox }, _, response, id) => {
      const page = receiptPage(sandbox, id);
      send(response, page === null ? 404 : 200, pageHeaders('nowhere'), page ?? NOT_FOUND_PAGE);
    },
  ],
  [
    'GET',
    /^\/connect\/setup\/([A-Za-z0-9]+)$/,
    ({ sandbox }, _, response, id) => sendVisit(response, visitOnboarding(sandbox, id)),
  ],
  [
    'POST',
    /^\/connect\/setup\/([A-Za-z0-9]+)$/,
    async ({ sandbox, originIsOurs }, incoming, response, id) => {
      if (!originIsOurs(incoming)) return send(response, 403, pageHeaders('nowhere'), NOT_FOUND_PAGE);
      const form = new URLSearchParams((await readText(incoming)) ?? '');
      sendVisit(response, answerOnboarding(sandbox, id, form.get('choice') ?? ''));
    },
  ],
];

/** Serves scripts and pages; returns false for any other path. */
export async function servePage(
  parts: PageParts,
  incoming: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  const script = incoming.method === 'GET' && Object.hasOwn(SCRIPTS, path) ? SCRIPTS[path] : undefined;
  if (script) {
    send(response, 200, SCRIPT_HEADERS, await browserScript(script));
    return true;
  }
  if (path === '/sandbox.css') {
    send(response, 200, { ...SCRIPT_HEADERS, 'content-type': 'text/css; charset=utf-8' }, SANDBOX_CSS);
    return true;
  }
  for (const [method, pattern, handler] of PAGES) {
    const match = incoming.method === method ? pattern.exec(path) : null;
    if (!match) continue;
    await handler(parts, incoming, response, match[1] ?? '');
    return true;
  }
  return serveBilling(parts, incoming, response, path, NOT_FOUND_PAGE);
}
