import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { sampleProfile } from '@busker/widget/testing/sample-profile';

/** Files of one server, by path. */
export type Files = Readonly<Record<string, Buffer>>;

/** What the page contains: no card, tags without a script, the product, the hand-written element, or the naive build. */
type Target = 'blank' | 'tags' | 'busker' | 'floor' | 'naive';

export interface PageWish {
  readonly target: Target;
  readonly cards: number;
  /** A hint in the head that fetches the profile beside the script. */
  readonly preloaded: boolean;
}

const scripts = {
  blank: null,
  tags: null,
  busker: '/embed/v1.js',
  floor: '/floor.js',
  naive: '/naive.js',
} as const;
export const host = 'http://busker.localhost';

export const handleOf = (index: number): string => (index === 0 ? 'ada' : `ada${index}`);
export const profileOf = (handle: string) =>
  sampleProfile({ handle, name: `Ada ${handle.slice(3)} Lovelace` });

const text = `<p>${'A short text that somebody wrote about something else, as pages have it around a card. '.repeat(6)}</p>`;
const { links } = sampleProfile();
const lightLinks = links.map(({ label, url }) => `<a rel="me" href="${url}">${label}</a>`).join('\n');

/** A site's page with cards in the middle of a short text. It reserves the height of the product's card. */
function hostPage({ target, cards, preloaded }: PageWish): string {
  const script = scripts[target];
  const profile = `${host}/v1/profiles/${handleOf(0)}`;
  const head = [
    script === null ? '' : `<script type="module" async src="${host}${script}"></script>`,
    preloaded ? `<link rel="preload" as="fetch" crossorigin href="${profile}">` : '',
  ].join('');
  const tags = Array.from(
    { length: target === 'blank' ? 0 : cards },
    (_, index) =>
      `<busker-card profile="${handleOf(index)}" style="display:block;min-height:601px">${lightLinks}</busker-card>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A page</title><link rel="icon" href="data:,">${head}
<style>body{max-width:26rem;margin:0 auto;font:16px/1.5 system-ui,sans-serif}</style></head>
<body><h1>A page</h1>${text}${tags.join('\n')}${text}</body></html>`;
}

export interface PageServer {
  readonly port: number;
  /** Paths that were asked for since the last call. */
  asked(): readonly string[];
  close(): Promise<void>;
}

const targets: readonly string[] = ['blank', 'tags', 'busker', 'floor', 'naive'] satisfies readonly Target[];
const isTarget = (name: string): name is Target => targets.includes(name);

/** The stranger's site and the server of the scripts and profiles, with different names only. */
export async function servePages(files: Files): Promise<PageServer> {
  const compressed = new Map(Object.entries(files).map(([path, bytes]) => [path, brotliCompressSync(bytes)]));
  let asked: string[] = [];

  const answer = (response: ServerResponse, type: string, body: Buffer | string, encoded = false): void => {
    const headers = encoded ? { 'Content-Encoding': 'br' } : {};
    response.writeHead(200, {
      ...headers,
      'Content-Type': type,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'no-cache',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    asked.push(url.pathname + url.search);
    const file = compressed.get(url.pathname);
    const name = url.pathname.slice(1);
    if (file) return answer(response, 'text/javascript', file, true);
    if (isTarget(name))
      return answer(
        response,
        'text/html; charset=utf-8',
        hostPage({
          target: name,
          cards: Number(url.searchParams.get('cards') ?? 1),
          preloaded: url.searchParams.has('preloaded'),
        }),
      );
    if (url.pathname === '/v1/profiles') {
      const handles = url.searchParams.get('handles')?.split(',') ?? [];
      const profiles = Object.fromEntries(handles.map((handle) => [handle, profileOf(handle)]));
      return answer(response, 'application/json', JSON.stringify({ profiles, missing: [] }));
    }
    const handle = /^\/v1\/profiles\/(\w+)$/.exec(url.pathname)?.[1];
    if (handle) return answer(response, 'application/json', JSON.stringify(profileOf(handle)));
    // Beacons and sessions are not measured, so their answers are empty.
    response
      .writeHead(204, { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' })
      .end();
  };

  const server = createServer({ keepAlive: true, noDelay: true }, serve);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    asked: () => {
      const before = asked;
      asked = [];
      return before;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
