import type { HostedSite } from '../hosting/start-hosting';

type FetchApp = HostedSite['app'];

/**
 * What the edge of Firebase Hosting keeps of a function's answers, and for how long. It obeys these rules
 * (firebase.google.com/docs/hosting/manage-cache, fastly.com/documentation/guides/concepts/cache/cache-freshness):
 * an answer without `Cache-Control` is private, a 404 without one is kept ten minutes, and `no-store` or `no-cache`
 * without `private` does not stop the edge.
 */

const seconds = 1_000;
const bareMissing = 600 * seconds;

/** The statuses that Fastly keeps. It never keeps a 5xx, nor an answer to one fan (401, 403, 429). */
const kept: readonly number[] = [200, 203, 300, 301, 302, 404, 410];

/** Hosting adds these to the `Vary` of each answer of a function. */
const alwaysVaried = ['authorization', 'cookie'] as const;

const ageIn = (caching: string, name: 's-maxage' | 'max-age'): number | null => {
  const written = new RegExp(`(?:^|[,\\s])${name}="?(\\d+)`).exec(caching)?.[1];
  return written === undefined ? null : Number(written) * seconds;
};

/** Milliseconds that the edge keeps an answer; 0 = not at all. */
function keptFor(status: number, headers: Headers): number {
  const caching = headers.get('cache-control')?.toLowerCase() ?? null;
  if (!kept.includes(status) || headers.has('set-cookie') || headers.get('vary')?.trim() === '*') return 0;
  if (caching === null) return status === 404 ? bareMissing : 0;
  if (/\bprivate\b/.test(caching)) return 0;
  return ageIn(caching, 's-maxage') ?? ageIn(caching, 'max-age') ?? (status === 404 ? bareMissing : 0);
}

/** Only the cookie `__session` reaches a function through Hosting. */
const sessionCookie = (cookies: string | null): string =>
  cookies?.split(/; ?/).find((cookie) => cookie.startsWith('__session=')) ?? '';

/** The edge asks for one of three encodings, whatever the browser lists. */
function encodingOf(accepted: string | null): string {
  return ['br', 'gzip'].find((encoding) => accepted?.includes(encoding)) ?? '';
}

function variedBy(request: Request, name: string): string {
  const value = request.headers.get(name);
  if (name === 'cookie') return sessionCookie(value);
  return name === 'accept-encoding' ? encodingOf(value) : (value ?? '');
}

/** The headers that an answer depends on, in lower case. */
const variesBy = (answer: Headers): readonly string[] => {
  const named =
    answer
      .get('vary')
      ?.toLowerCase()
      .split(/\s*,\s*/) ?? [];
  return [...new Set([...alwaysVaried, ...named])].filter((name) => name !== '').toSorted();
};

/** The part of the key that every answer of an address shares: host, path and query. */
const addressOf = ({ url }: Request): string => {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname}${search}`;
};

/** The whole key of an answer that depends on these headers. */
const keyOf = (request: Request, varied: readonly string[]): string =>
  JSON.stringify([addressOf(request), ...varied.map((name) => variedBy(request, name))]);

/** What one location of the edge did since it began. */
interface EdgeCounts {
  /** Answered from the cache. */
  hits: number;
  /** Requests that reached the app. */
  misses: number;
  /** Waited for the same request of somebody else. */
  collapsed: number;
}

interface EdgeCache {
  readonly counts: Readonly<EdgeCounts>;
  fetch(request: Request): Promise<Response>;
}

interface Entry {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  readonly storedAt: number;
  readonly until: number;
}

/** After an answer that may not be kept, requests of its key do not wait for each other any more (Fastly's "hit for pass"). */
const passFor = 120_000;

/**
 * One location of Hosting's edge before the functions: answers what it may keep, sends the first of several equal
 * requests to the app and lets the others wait. It does not keep static files: Hosting keeps those until the next
 * release. `now` is in epoch milliseconds; the oldest answers go first when there are more than `size`.
 */
export function edgeCache(app: FetchApp, now: () => number, size = 100_000): EdgeCache {
  const counts: EdgeCounts = { hits: 0, misses: 0, collapsed: 0 };
  const entries = new Map<string, Entry>();
  const variedOf = new Map<string, readonly string[]>();
  const passed = new Map<string, number>();
  const underWay = new Map<string, Promise<Entry | null>>();

  const keyFor = (request: Request) =>
    keyOf(request, variedOf.get(addressOf(request)) ?? variesBy(new Headers()));

  const ask = async (request: Request): Promise<Response> => {
    counts.misses += 1;
    return app.fetch(request);
  };

  const keep = (key: string, entry: Entry): void => {
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= size) return;
      entries.delete(oldest);
    }
  };

  /** Asks the app as the edge does: the whole answer, without conditions, so that it can be kept for everybody. */
  const fill = async (request: Request): Promise<{ answer: Response; entry: Entry | null }> => {
    const answer = await ask(whole(request));
    const lasts = keptFor(answer.status, answer.headers);
    if (lasts === 0) {
      passed.set(keyFor(request), now() + passFor);
      return { answer, entry: null };
    }
    const { status, headers } = answer;
    const entry = {
      status,
      headers,
      body: await answer.arrayBuffer(),
      storedAt: now(),
      until: now() + lasts,
    };
    variedOf.set(addressOf(request), variesBy(headers));
    keep(keyFor(request), entry);
    return { answer, entry };
  };

  const fetch = async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return ask(request);
    const key = keyFor(request);
    const stored = entries.get(key);
    if (stored && stored.until > now()) {
      counts.hits += 1;
      return fromEntry(stored, request, now(), 'HIT');
    }
    if ((passed.get(key) ?? 0) > now()) return ask(request);
    const same = underWay.get(key);
    if (same) {
      counts.collapsed += 1;
      const entry = await same;
      return entry ? fromEntry(entry, request, now(), 'HIT') : ask(request);
    }
    const filling = fill(request);
    const shared = filling.then(({ entry }) => entry).catch(() => null);
    underWay.set(key, shared);
    try {
      const { answer, entry } = await filling;
      return entry ? fromEntry(entry, request, now(), 'MISS') : answer;
    } finally {
      underWay.delete(key);
    }
  };

  return { counts, fetch };
}

/** The request for the whole answer, with the one cookie that Hosting lets through. */
function whole(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of ['if-none-match', 'if-modified-since', 'range', 'cookie']) headers.delete(name);
  const cookie = sessionCookie(request.headers.get('cookie'));
  if (cookie !== '') headers.set('cookie', cookie);
  return new Request(request.url, { headers, redirect: 'manual' });
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

function hasIt(request: Request, { status, headers }: Entry): boolean {
  const wanted = request.headers.get('if-none-match');
  const etag = headers.get('etag');
  if (status !== 200 || wanted === null || etag === null) return false;
  return wanted.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

function fromEntry(entry: Entry, request: Request, now: number, how: 'HIT' | 'MISS'): Response {
  const headers = new Headers(entry.headers);
  headers.set('age', String(Math.floor((now - entry.storedAt) / 1_000)));
  headers.set('x-cache', how);
  if (hasIt(request, entry)) return new Response(null, { status: 304, headers });
  const body = request.method === 'HEAD' ? null : entry.body.slice(0);
  return new Response(body, { status: entry.status, headers });
}
