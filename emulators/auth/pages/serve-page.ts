import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';
import { browserScript } from '../../browser-script';
import type { LetterBox, Outbox } from '../outbox';
import { actionPage } from './action-page';
import { authCss } from './auth-css';
import { chooserPage } from './chooser-page';
import { letterPath, outboxList, outboxPage } from './outbox-page';
import { letterHeaders, pageHeaders, scriptPath, stylePath } from './page';
import { relayPage } from './relay-page';

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
  [scriptPath('chooser')]: script('chooser'),
  [scriptPath('outbox')]: script('outbox'),
  [scriptPath('relay')]: script('relay'),
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
