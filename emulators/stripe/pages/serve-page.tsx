/** @jsxImportSource hono/jsx */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { browserScript as built } from '@busker/emulators/browser-script';
import { formatAmount } from '../reference/amounts';
import { successAddress } from '../paying/checkout';
import { methodName } from '../payments/payment-methods';
import { presentedRefunds } from '../money-back/refunds';
import type { Sandbox } from '../state/sandbox';
import { readText, send } from '../wire/http-answer';
import { challengePage, codePicture } from './challenge';
import { checkoutPage } from './checkout';
import { answerOnboarding, visitOnboarding, type Visit } from './onboarding';
import { serveBilling, type PageParts } from './serve-billing';
import { pageHeaders, renderPage } from './render-page';

/** The lists of the inspector: the id of each and its title. */
const PANELS = [
  ['payments', 'Payments'],
  ['events', 'Events and deliveries'],
  ['cases', 'Refunds, disputes, payouts, checkout pages'],
  ['subscriptions', 'Subscriptions'],
  ['mails', 'Mails'],
  ['accounts', 'Accounts'],
  ['faults', 'Faults'],
  ['cards', 'Test cards'],
] as const;

/** The inspector's HTML. Its script loads the data with control calls. */
const INSPECTOR_PAGE = renderPage({
  title: 'Stripe sandbox',
  scripts: ['inspector-page'],
  body: (
    <main class="inspector">
      <header class="row">
        <h1>Stripe sandbox</h1>
        <span class="badge">Test mode: no money moves</span>
        <span class="soft" id="clock" aria-live="off"></span>
      </header>
      <p class="error" role="alert" id="problem"></p>
      <div class="columns">
        {PANELS.map(([id, title]) => (
          <section class="panel" aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <div id={id}></div>
          </section>
        ))}
      </div>
      <section class="panel" aria-labelledby="object-title" id="object" hidden>
        <h2 id="object-title">Object</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
        <pre tabindex={0}></pre>
      </section>
    </main>
  ),
});

/** The page at a charge's `receipt_url`, or null when there is no such paid charge. */
function receiptPage(sandbox: Sandbox, id: string): string | null {
  const { store } = sandbox;
  const charge = store.get('charge', id);
  if (charge?.status !== 'succeeded') return null;
  const method = store.get('paymentMethod', charge.paymentMethod);
  const merchant = store.get('account', charge.account)?.displayName ?? 'Busker';
  const { presentment } = charge;
  const returned = presentment
    ? { amount: presentedRefunds(sandbox, charge), currency: presentment.currency }
    : { amount: charge.amountRefunded, currency: charge.currency };
  const paid = presentment ?? charge;
  const refunded =
    charge.amountRefunded === 0 ? null : (
      <>
        <dt>Refunded</dt>
        <dd>{formatAmount(returned.amount, returned.currency)}</dd>
      </>
    );
  return renderPage({
    title: `Receipt from ${merchant}`,
    body: (
      <main class="checkout narrow">
        <section class="panel">
          <p>
            <span class="badge">Test mode</span>
          </p>
          <h1>Receipt from {merchant}</h1>
          <dl class="facts">
            <dt>Paid</dt>
            <dd>{formatAmount(paid.amount, paid.currency)}</dd>
            {refunded}
            <dt>On</dt>
            <dd>{new Date(charge.created * 1000).toISOString().slice(0, 10)}</dd>
            <dt>Paid with</dt>
            <dd>{method ? methodName(method) : ''}</dd>
          </dl>
          <p class="soft">{charge.description}</p>
        </section>
      </main>
    ),
  });
}

/** The styles of the sandbox's own pages, light and dark. */
const SANDBOX_CSS = `
:root { color-scheme: light dark; --ink: #1f2430; --soft: #5b6172; --line: #d9dce5; --paper: #ffffff; --ground: #f4f5f9; --accent: #5046e5; --on-accent: #ffffff;
  --bad: #b3261e; --good: #18713a; --warn: #8a5a00; --tint: #ecebfd; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef5; --soft: #a9afc0; --line: #3a3f4e; --paper: #1d212b; --ground: #12151c; --accent: #a5a0ff; --on-accent: #14122b;
  --bad: #ff9d94; --good: #7fd99b; --warn: #f0c36d; --tint: #2a2850; } }
*, *::before, *::after { box-sizing: border-box; }
html, body { margin: 0; min-height: 100%; }
body { font: 16px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--ground); }
:root:has(body.bare) { color-scheme: light only; }
body.bare { background: transparent; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 1.0625rem; margin: 0 0 8px; }
p { margin: 0 0 12px; }
a { color: var(--accent); }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.8125rem; }
.soft { color: var(--soft); }
.badge { display: inline-block; padding: 2px 8px; border-radius: 999px; font-size: 0.75rem; font-weight: 600; letter-spacing: 0.02em; color: var(--warn); border: 1px solid currentColor; }
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 24px; box-shadow: 0 12px 32px rgba(15, 18, 34, 0.08); }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 18px; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
  color: var(--ink); background: transparent; border: 1px solid var(--line); border-radius: 8px; }
.button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.button:disabled { opacity: 0.55; cursor: default; }
.button:focus-visible, a:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.stack { display: grid; gap: 10px; }
.row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.error { color: var(--bad); }
.error:empty { display: none; }
.challenge { min-height: 100vh; display: grid; place-items: center; padding: 16px; background: rgba(16, 18, 28, 0.55); }
.challenge .panel { width: min(100%, 400px); position: relative; }
.challenge .close { position: absolute; top: 8px; right: 8px; width: 44px; min-height: 44px; padding: 0; border-color: transparent; font-size: 1.25rem; }
.challenge .code { display: block; margin: 0 auto; border-radius: 8px; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 20px; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; text-align: right; font-weight: 600; overflow-wrap: anywhere; }
.checkout { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 440px); gap: 48px; max-width: 960px; margin: 0 auto; padding: 48px 20px; align-items: start; }
.checkout.narrow { grid-template-columns: minmax(0, 520px); justify-content: center; }
@media (max-width: 760px) { .checkout { grid-template-columns: minmax(0, 1fr); gap: 20px; padding: 20px 16px; } }
.plain-title { font-size: 1rem; font-weight: 400; margin: 0 0 12px; }
.total { font-size: 2.25rem; font-weight: 700; line-height: 1.15; margin: 0 0 16px; font-variant-numeric: tabular-nums; }
.summary .facts dt { color: var(--ink); }
.field { margin: 0 0 12px; }
.field label { display: block; margin-bottom: 4px; font-size: 0.875rem; font-weight: 500; }
.field input { width: 100%; min-height: 44px; padding: 10px 12px; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 5px; }
.field input[aria-invalid="true"] { border-color: var(--bad); }
#card { margin-bottom: 12px; }
.currencies { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 8px; padding: 0; border: 0; }
.currencies legend { padding: 0; margin-bottom: 4px; font-size: 0.875rem; font-weight: 500; }
.currencies label { display: flex; gap: 8px; align-items: center; min-height: 44px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.currencies label:has(:checked) { border-color: var(--accent); }
.button.wide { width: 100%; }
.inspector { max-width: 1320px; margin: 0 auto; padding: 24px 16px; display: grid; gap: 16px; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 16px; align-items: start; }
.inspector .panel { padding: 16px; min-width: 0; box-shadow: none; }
.scroll { overflow: auto; max-height: 420px; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
th, td { text-align: left; padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; position: sticky; top: 0; background: var(--paper); }
.plain { padding: 0; color: var(--accent); background: none; border: 0; cursor: pointer; text-align: left; text-decoration: underline; overflow-wrap: anywhere; }
.button.small { min-height: 32px; padding: 2px 10px; font-size: 0.8125rem; }
pre { margin: 0; max-height: 480px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.choice { display: grid; gap: 4px; }
.choice p { margin: 0; font-size: 0.875rem; }
`;

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
};

type BrowserScript =
  'stripe-js' | 'card-frame' | 'challenge-page' | 'checkout-page' | 'inspector-page' | 'saved-card-page';

/** Bundles a browser program into one classic script on first use and caches it. */
const browserScript = (name: BrowserScript): Promise<string> =>
  built(new URL(`../browser/${name}.ts`, import.meta.url));

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
  body: <main id="root"></main>,
});

const NOT_FOUND_PAGE = renderPage({
  title: 'Nothing to do here',
  body: (
    <main class="checkout narrow">
      <section class="panel">
        <h1>Nothing to do here</h1>
        <p>This page has already been used, or it does not exist.</p>
      </section>
    </main>
  ),
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
