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
export function keptFor(status: number, headers: Headers): number {
  const caching = headers.get('cache-control')?.toLowerCase() ?? null;
  if (!kept.includes(status) || headers.has('set-cookie') || headers.get('vary')?.trim() === '*') return 0;
  if (caching === null) return status === 404 ? bareMissing : 0;
  if (/\bprivate\b/.test(caching)) return 0;
  return ageIn(caching, 's-maxage') ?? ageIn(caching, 'max-age') ?? (status === 404 ? bareMissing : 0);
}

/** Only the cookie `__session` reaches a function through Hosting. */
export const sessionCookie = (cookies: string | null): string =>
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
export const variesBy = (answer: Headers): readonly string[] => {
  const named =
    answer
      .get('vary')
      ?.toLowerCase()
      .split(/\s*,\s*/) ?? [];
  return [...new Set([...alwaysVaried, ...named])].filter((name) => name !== '').toSorted();
};

/** The part of the key that every answer of an address shares: host, path and query. */
export const addressOf = ({ url }: Request): string => {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname}${search}`;
};

/** The whole key of an answer that depends on these headers. */
export const keyOf = (request: Request, varied: readonly string[]): string =>
  JSON.stringify([addressOf(request), ...varied.map((name) => variedBy(request, name))]);
