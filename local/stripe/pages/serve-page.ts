import type { IncomingMessage, ServerResponse } from 'node:http';
import { browserScript, type BrowserScript } from '../browser/bundle';
import type { Sandbox } from '../sandbox';
import { send } from '../wire/http-answer';
import { challengePage } from './challenge';
import { html, pageHeaders, renderPage } from './html';
import { SANDBOX_CSS } from './sandbox-css';

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
};

/** Addresses of the scripts; the first is the stand-in for https://js.stripe.com. */
const SCRIPTS: Readonly<Record<string, BrowserScript>> = {
  '/stripe.js': 'stripe-js',
  '/scripts/card-frame.js': 'card-frame',
  '/scripts/challenge-page.js': 'challenge-page',
};

const CARD_FRAME = renderPage({
  title: 'Card',
  bodyClass: 'bare',
  scripts: ['card-frame'],
  body: html`<main id="root"></main>`,
}).replace('<link rel="stylesheet" href="/sandbox.css" />', '');

const GONE = renderPage({
  title: 'Nothing waits here',
  body: html`<main class="challenge">
    <section class="panel">
      <h1>Nothing waits here</h1>
      <p>This payment was answered already, or it does not exist.</p>
    </section>
  </main>`,
});

/** Serves scripts and pages; false when the address is none of them. */
export async function servePage(
  sandbox: Sandbox,
  publishableKey: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  if (incoming.method !== 'GET') return false;
  const script = Object.hasOwn(SCRIPTS, path) ? SCRIPTS[path] : undefined;
  if (script) {
    send(response, 200, SCRIPT_HEADERS, await browserScript(script));
    return true;
  }
  if (path === '/sandbox.css') {
    send(response, 200, { ...SCRIPT_HEADERS, 'content-type': 'text/css; charset=utf-8' }, SANDBOX_CSS);
    return true;
  }
  if (path === '/frame/card') {
    send(response, 200, pageHeaders('anywhere'), CARD_FRAME);
    return true;
  }
  const challenge = /^\/sandbox\/3ds\/(pi_[A-Za-z0-9]+)$/.exec(path)?.[1];
  if (challenge === undefined) return false;
  const source = new URL(incoming.url ?? '/', 'http://localhost').searchParams.get('source') ?? '';
  const page = challengePage(sandbox, challenge, source, publishableKey);
  send(response, page === null ? 404 : 200, pageHeaders('anywhere'), page ?? GONE);
  return true;
}
