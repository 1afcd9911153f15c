import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { browserScript } from '@busker/emulators/browser-script';
import type { LetterBox, Outbox } from '../outbox/outbox';
import { letterPath, outboxList, outboxPage } from './outbox-page';
import {
  actionPage,
  chooserPage,
  letterHeaders,
  pageHeaders,
  relayPage,
  scriptPath,
  stylePath,
} from './sign-in-pages';
import type { AgentProjectState } from '../vendor/auth-emulator.mjs';

/** The styles of the local sign-in service's pages, light and dark, in the dashboard's colours. */
export const authCss = `
:root { color-scheme: light dark; --ink: #211f1b; --soft: #6a645b; --line: #dcd8d0; --paper: #ffffff; --ground: #f6f4f0; --tint: #effaf5;
  --brand: #0b6e4f; --on-brand: #ffffff; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e7e3; --soft: #a8a39a; --line: #3d3a36; --paper: #1c1b1a; --ground: #121110; --tint: #12271f;
  --brand: #5fc9a0; --on-brand: #08231a; --bad: #ff9d94; } }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: clamp(16px, 5vw, 48px) 16px; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: var(--ink); background: var(--ground); overflow-wrap: anywhere; }
main { margin: 0 auto; }
h1 { font-size: 1.625rem; line-height: 1.2; letter-spacing: -0.014em; margin: 0 0 4px; text-wrap: balance; }
h2 { font-size: 1.0625rem; line-height: 1.3; margin: 0; }
p { margin: 0; }
.soft { color: var(--soft); }
.problem { color: var(--bad); }
.problem:empty { display: none; }
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: 16px; padding: 24px; }
.narrow { width: min(100%, 400px); display: grid; gap: 16px; }
.narrow h1 { margin: 0; }
.badge { justify-self: start; display: inline-block; padding: 2px 10px; border-radius: 999px; font-size: 0.8125rem; font-weight: 600; color: var(--brand);
  background: var(--tint); }
.badge.quiet { color: var(--soft); background: none; border: 1px solid var(--line); }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 16px; font: inherit; font-weight: 600;
  text-decoration: none; text-align: center; cursor: pointer; color: var(--ink); background: none; border: 1px solid var(--line); border-radius: 10px; }
.button:hover { border-color: var(--brand); }
.button.main { color: var(--on-brand); background: var(--brand); border-color: var(--brand); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
label { display: grid; gap: 4px; font-weight: 600; font-size: 0.9375rem; }
label.check { display: flex; gap: 10px; align-items: center; min-height: 44px; font-weight: 400; }
label.check input { width: 20px; height: 20px; flex: none; accent-color: var(--brand); }
input:not([type='checkbox']) { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; font-weight: 400; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: 10px; }
.stack { display: grid; gap: 12px; }
[hidden] { display: none !important; }
details[open] summary { margin-bottom: 12px; }
summary { cursor: pointer; font-weight: 600; min-height: 32px; }
.people { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; max-height: 50vh; overflow: auto; }
.person { width: 100%; display: flex; gap: 12px; align-items: center; padding: 10px 12px; font: inherit; text-align: start; color: inherit; background: none;
  border: 1px solid var(--line); border-radius: 12px; cursor: pointer; }
.person:hover { background: var(--tint); border-color: var(--brand); }
.initial { flex: none; width: 40px; height: 40px; display: grid; place-items: center; border-radius: 50%; font-weight: 600; color: var(--brand);
  background: var(--tint); }
.who { display: grid; min-width: 0; line-height: 1.3; }
.who .soft { font-size: 0.9375rem; }
.outbox { width: min(100%, 720px); }
.outbox header { margin-bottom: 24px; }
.outbox header .row { margin-top: 16px; align-items: end; }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; justify-content: space-between; }
.filter { flex: 1 1 220px; }
.messages { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; }
.message { padding: 16px 20px; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; display: grid; gap: 10px; }
.message[hidden] { display: none; }
.message.used { background: none; }
.envelope { display: flex; flex-wrap: wrap; gap: 0 16px; justify-content: space-between; font-size: 0.9375rem; color: var(--soft); }
.envelope strong { color: var(--ink); }
.letter { white-space: pre-line; overflow-wrap: anywhere; font-size: 0.9375rem; }
iframe.letter { width: 100%; height: 360px; border: 1px solid; border-radius: 6px; background: #fff; }
.headers { display: grid; grid-template-columns: max-content 1fr; gap: 0 12px; font-size: 0.875rem; overflow-wrap: anywhere; }
.headers dd { margin: 0; }
time { font-variant-numeric: tabular-nums; }
.code { font: 600 1.375rem/1.2 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 0.12em; margin-inline-start: 6px; }
.nothing { padding: 40px 20px; text-align: center; border: 1px dashed var(--line); border-radius: 14px; display: grid; gap: 6px; }
.nothing[hidden] { display: none; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) {
  .fresh { animation: arrive 1.2s ease-out; }
  @keyframes arrive { from { background: var(--tint); border-color: var(--brand); transform: translateY(-6px); } }
}
`.trim();

export interface PageSource {
  readonly state: AgentProjectState;
  readonly outbox: Outbox;
  readonly letters: LetterBox;
  /** Call this when something may have changed: reports new messages, and resolves when the accounts are on disk. */
  readonly changed: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
}

const asset = (
  type: string,
  policy: 'same-origin' | 'cross-origin' = 'same-origin',
): OutgoingHttpHeaders => ({
  'content-type': `${type}; charset=utf-8`,
  'cross-origin-resource-policy': policy,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
});

const browser = (name: string): Promise<string> =>
  browserScript(new URL(`../browser/${name}.ts`, import.meta.url));

/** The script that local pages load before they open a sign-in window. */
export const googleApiPath = '/__local/google-api.js';
export const outboxPath = '/__local/outbox';

const ok = (headers: OutgoingHttpHeaders, text: string): Answer => ({ status: 200, headers, text });

type Show = (source: PageSource, query: URLSearchParams) => Answer | Promise<Answer>;

const script =
  (name: string, policy: 'same-origin' | 'cross-origin' = 'same-origin'): Show =>
  async () =>
    ok(asset('text/javascript', policy), await browser(name));

const pages: Readonly<Record<string, Show>> = {
  '/emulator/auth/handler': ({ state }, query) => ({
    ...chooserPage(state, query),
    headers: pageHeaders('never'),
  }),
  '/emulator/auth/iframe': () => ok(pageHeaders('by-local-pages'), relayPage),
  '/emulator/action': (_source, query) => ({ ...actionPage(query), headers: pageHeaders('never') }),
  [outboxPath]: async ({ outbox, letters }) =>
    ok(pageHeaders('never'), outboxPage(outbox.list(), await letters.list())),
  [`${outboxPath}/messages`]: async ({ outbox, letters }) =>
    ok(asset('text/html'), outboxList(outbox.list(), await letters.list())),
  [letterPath]: async ({ letters }, query) => {
    const found = (await letters.list()).find(({ id }) => id === query.get('id'));
    return ok(letterHeaders, found?.html ?? '');
  },
  [stylePath]: () => ok(asset('text/css'), authCss),
  [googleApiPath]: script('google-api', 'cross-origin'),
  [scriptPath('action')]: script('action'),
  [scriptPath('outbox')]: script('outbox'),
  [scriptPath('sign-in-window')]: script('sign-in-window'),
};

/**
 * Answers for pages that the emulator lacks, or whose own version needs the internet. Returns false for any other
 * request.
 */
export function servePage(source: PageSource, request: IncomingMessage, response: ServerResponse): boolean {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST' && url.pathname === `${outboxPath}/clear`) {
    clear(source, request, response);
    return true;
  }
  const show = Object.hasOwn(pages, url.pathname) ? pages[url.pathname] : undefined;
  // A sign-in link leads to the app: the emulator redirects it there.
  if (url.pathname === '/emulator/action' && url.searchParams.get('mode') === 'signIn') return false;
  if (show === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  // A page changes nothing itself, and is shown also while the disk is full.
  source.changed().catch(() => undefined);
  Promise.resolve(show(source, url.searchParams)).then(
    (answer) => send(request, response, answer),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500, { 'content-type': 'text/plain' }).end('Something went wrong here.\n');
    },
  );
  return true;
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, text }: Answer): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const isKnown = status === 200 && request.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : status, { ...headers, etag });
  response.end(isKnown || request.method === 'HEAD' ? undefined : text);
}

/** Only the outbox page or a program may clear it, and no other page of this machine. */
function clear(
  { outbox, letters, changed }: PageSource,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { origin, host } = request.headers;
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  if (!isOwn) {
    response.writeHead(403).end();
    return;
  }
  outbox.forget();
  Promise.all([changed(), letters.clear()]).then(
    () => response.writeHead(204).end(),
    () => response.writeHead(500).end(),
  );
}
