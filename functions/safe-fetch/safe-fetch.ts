import { Resolver, lookup } from 'node:dns/promises';
import * as http from 'node:http';
import type { IncomingMessage } from 'node:http';
import * as https from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { pageFailures } from '@busker/core/dashboard-api/owner-api';

/**
 * Ranges that are never the public internet: loopback, private, link-local (with the cloud metadata address), carrier NAT, test
 * nets, multicast, reserved. Source: IANA special-purpose address registries.
 */
const refused4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Only global unicast is allowed (2000::/3), except these parts, which contain an IPv4 address or are for documentation. */
const refused6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [net, prefix] of refused4) blocked.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of refused6) blocked.addSubnet(net, prefix, 'ipv6');

const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether our server may connect to this address for a user. Every address that is not clearly public is refused. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked.check(address, 'ipv4');
    case 6:
      return global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
    default:
      return false;
  }
}

/** The target of one request. Its address was resolved once and is the one that is connected to: a second look-up could be tricked. */
interface FetchTarget {
  readonly url: URL;
  readonly address: string;
  readonly family: 4 | 6;
}

export type FetchRefusal =
  | 'not-a-url'
  | 'scheme-not-allowed'
  | 'port-not-allowed'
  | 'credentials-not-allowed'
  | 'name-not-found'
  | 'timed-out'
  | 'address-not-public';

type Addresses = readonly { readonly address: string; readonly family: number }[];

/** All addresses of a name. `signal` aborts the look-up. */
type Resolve = (hostname: string, signal: AbortSignal) => Promise<Addresses>;

interface TargetRules {
  readonly resolve: Resolve;
  /** For the origins below, whose names may exist on this machine only. */
  readonly resolveAllowed: Resolve;
  /** Private origins that are allowed: the example site, in sandbox mode only. */
  readonly allowOrigins: readonly string[];
  /** Besides the allowed origins only https on port 443. */
  readonly httpsOnly?: boolean;
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** These names mean this machine, whatever a name server answers (RFC 6761, section 6.3). */
const isLocalName = (host: string) => /(?:^|\.)localhost\.?$/.test(host);

/** Waits for a look-up until `signal` aborts, even when the look-up ignores the signal. */
async function lookUp(resolve: Resolve, host: string, signal: AbortSignal): Promise<Addresses> {
  const calledOff = new Promise<Addresses>((done) =>
    signal.addEventListener('abort', () => done([]), { once: true }),
  );
  return signal.aborted ? [] : Promise.race([resolve(host, signal).catch(() => []), calledOff]);
}

interface JudgedUrl {
  readonly url: URL;
  /** Its origin is one of the allowed ones. */
  readonly allowed: boolean;
}

/** Decides by the text of a user's URL alone whether it may be fetched. Addresses behind its name are not looked up. */
export function judgeUrl(
  raw: string,
  { allowOrigins, httpsOnly = false }: Pick<TargetRules, 'allowOrigins' | 'httpsOnly'>,
): JudgedUrl | FetchRefusal {
  if (!URL.canParse(raw)) return 'not-a-url';
  const url = new URL(raw);
  const allowed = allowOrigins.includes(url.origin);
  const onlyHttps = httpsOnly && !allowed;
  if (url.protocol !== 'https:' && (onlyHttps || url.protocol !== 'http:')) return 'scheme-not-allowed';
  if (url.username !== '' || url.password !== '') return 'credentials-not-allowed';
  if (allowed) return { url, allowed };
  // The URL parser removes a scheme's default port: any port left is another one. Only 80 and 443 may be used with the other scheme.
  if (!(onlyHttps ? [''] : ['', '80', '443']).includes(url.port)) return 'port-not-allowed';
  const host = bare(url.hostname);
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host))) return 'address-not-public';
  return { url, allowed };
}

/** Decides whether a user's URL may be fetched, and from which address. `signal` aborts the look-up of its name. */
export async function fetchTarget(
  raw: string,
  rules: TargetRules,
  signal: AbortSignal,
): Promise<FetchTarget | FetchRefusal> {
  const judged = judgeUrl(raw, rules);
  if (typeof judged === 'string') return judged;
  const { url, allowed } = judged;
  const host = bare(url.hostname);
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookUp(allowed ? rules.resolveAllowed : rules.resolve, host, signal);
  if (signal.aborted) return 'timed-out';
  const first = found[0];
  if (!first) return 'name-not-found';
  // One private address refuses the name: mixed answers are typical of DNS rebinding.
  if (!allowed && !found.every((entry) => isPublicAddress(entry.address))) return 'address-not-public';
  return { url, address: first.address, family: first.family === 6 ? 6 : 4 };
}

/** The number of simultaneous look-ups for all owners together; others wait, within their own deadline. */
const atOnce = 20;

/** Milliseconds for the first answer, doubled for the second try: together less than the deadline of a fetch. */
const dns = { timeout: 1500, tries: 2 } as const;

type ResolveNameAddresses = Awaited<ReturnType<Resolve>>;

/** Runs at most `most` tasks at a time. A task that is aborted while it waits never starts. */
export function inTurn(most: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let free = most;
  const waiting = new Set<() => void>();
  const turn = (signal: AbortSignal) =>
    new Promise<void>((begin, fail) => {
      if (free > 0) {
        free -= 1;
        begin();
        return;
      }
      const leave = () => {
        waiting.delete(next);
        fail(new Error('Called off while waiting'));
      };
      const next = () => {
        signal.removeEventListener('abort', leave);
        begin();
      };
      waiting.add(next);
      signal.addEventListener('abort', leave, { once: true });
    });
  const done = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  return async (work, signal) => {
    signal.throwIfAborted();
    await turn(signal);
    try {
      return await work();
    } finally {
      done();
    }
  };
}

const answered = (family: 4 | 6, asked: PromiseSettledResult<readonly string[]>): ResolveNameAddresses =>
  asked.status === 'fulfilled' ? asked.value.map((address) => ({ address, family })) : [];

/**
 * Asks the name servers for all addresses of a name. `dns.lookup` is not used: it blocks one of the four threads that files and signatures need too,
 * and cannot be aborted, so four names of a silent name server would stall the process.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const queued = inTurn(atOnce);
  return (name, signal) =>
    queued(async () => {
      const resolver = new Resolver(dns);
      if (servers !== undefined) resolver.setServers(servers);
      const cancel = () => resolver.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
        return [...answered(4, four), ...answered(6, six)];
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    }, signal);
}

/** The operating system's answer, with its hosts file: only for names that the server's operator allows, never for an owner's. */
export const resolveBySystem: Resolve = (name) => lookup(name, { all: true, verbatim: true });

/** Both origins of each `host:port`, as the URL parser writes them: without the default port of their scheme. */
export const originsOf = (hosts: readonly string[]): readonly string[] =>
  hosts.flatMap((host) => [new URL(`http://${host}`).origin, new URL(`https://${host}`).origin]);

interface PinnedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  /** Null = the request has no body. */
  readonly body: string | Uint8Array | null;
  readonly signal: AbortSignal;
}

interface PinnedAnswer {
  readonly answered: (response: http.IncomingMessage) => void;
  /** There is no answer. It is also called when the connection breaks or the time is over while the text of an answer is read. */
  readonly failed: () => void;
}

/** Sends one request to the address that was checked, whatever its name resolves to by now. No redirect is followed. */
function sendPinned(
  { url, address, family }: FetchTarget,
  { method, headers, body, signal }: PinnedRequest,
  { answered, failed }: PinnedAnswer,
): void {
  const send = url.protocol === 'https:' ? https.request : http.request;
  const request = send(
    url,
    {
      method,
      signal,
      agent: false,
      lookup: (_name, options, answer) =>
        options.all ? answer(null, [{ address, family }]) : answer(null, address, family),
      headers,
    },
    answered,
  );
  request.on('error', failed);
  // Without this listener Node closes the connection after a status of 101 and reports neither an answer nor an error.
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    failed();
  });
  request.end(body ?? undefined);
}

const plainHeaders = (given: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

export const safeFetchLimits = { redirects: 3, milliseconds: 5_000, bytes: 512 * 1024 } as const;

export type SafeFetchProblem =
  FetchRefusal | 'too-many-redirects' | 'too-large' | 'unreachable' | 'forbidden-by-robots';

/** Why a page could not be fetched, as the dashboard’s API says it. */
export const failureOf: Readonly<Record<SafeFetchProblem, (typeof pageFailures)[number]>> = {
  'not-a-url': 'not-allowed',
  'scheme-not-allowed': 'not-allowed',
  'port-not-allowed': 'not-allowed',
  'credentials-not-allowed': 'not-allowed',
  'address-not-public': 'not-allowed',
  'name-not-found': 'name-not-found',
  unreachable: 'no-answer',
  'timed-out': 'timed-out',
  'too-large': 'too-large',
  'too-many-redirects': 'too-many-redirects',
  'forbidden-by-robots': 'not-allowed',
};

/** A response. `headers` has lower-case names; `body` is `bytes` as UTF-8. `url` is the final URL after redirects. */
export type SafeFetchAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly bytes: Uint8Array;
    }
  | { readonly ok: false; readonly problem: SafeFetchProblem };

interface FetchBounds {
  /** Of the whole answer, unpacked. */
  readonly bytes?: number;
  /** For everything together. */
  readonly milliseconds?: number;
  /** Asked before each page, also that of a redirect. Null = it may be fetched. */
  readonly mayVisit?: (url: URL) => Promise<SafeFetchProblem | null>;
}

export type SafeFetch = (url: string, bounds?: FetchBounds) => Promise<SafeFetchAnswer>;

type Hop =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'problem'; readonly problem: SafeFetchProblem };

const headers = {
  'user-agent': 'Busker link check',
  accept: 'text/html,application/json;q=0.9,*/*;q=0.5',
};

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What a server packed although it was not asked to. It is unpacked piece by piece, so that a small answer cannot become a large one. */
function unpacked(response: IncomingMessage): Readable {
  const unpack = unpackers[(response.headers['content-encoding'] ?? '').trim().toLowerCase()]?.();
  if (unpack === undefined) return response;
  response.on('error', (error) => unpack.destroy(error));
  return response.pipe(unpack);
}

function oneHop(target: FetchTarget, most: number, signal: AbortSignal): Promise<Hop> {
  return new Promise((done) => {
    const failed = () => done({ kind: 'problem', problem: signal.aborted ? 'timed-out' : 'unreachable' });
    sendPinned(
      target,
      { method: 'GET', headers, body: null, signal },
      {
        failed,
        answered: (response) => {
          const status = response.statusCode ?? 0;
          const location = response.headers.location;
          if (status >= 300 && status < 400 && location !== undefined) {
            response.destroy();
            done({ kind: 'redirect', location });
            return;
          }
          const parts: Buffer[] = [];
          let size = 0;
          const content = unpacked(response);
          content.on('data', (part: Buffer) => {
            size += part.length;
            parts.push(part);
            if (size <= most) return;
            done({ kind: 'problem', problem: 'too-large' });
            response.destroy();
            content.destroy();
          });
          content.on('end', () =>
            done({
              kind: 'answer',
              status,
              headers: plainHeaders(response.headers),
              bytes: Buffer.concat(parts),
            }),
          );
          content.on('error', failed);
        },
      },
    );
  });
}

/**
 * The only way to fetch a user's URL: http(s) on ports 80/443, public addresses only and checked again at each of at most three redirects, five
 * seconds (with look-ups) and 512 kB in total, if the caller names no other bounds, no cookies or other headers. The caller limits how often an owner may fetch.
 */
export function makeSafeFetch(
  rules: Partial<TargetRules> = {},
  deadline = (milliseconds: number) => AbortSignal.timeout(milliseconds),
): SafeFetch {
  const full: TargetRules = {
    resolve: rules.resolve ?? resolveByDns(),
    resolveAllowed: rules.resolveAllowed ?? resolveBySystem,
    allowOrigins: rules.allowOrigins ?? [],
  };
  return async (first, { bytes = safeFetchLimits.bytes, milliseconds, mayVisit } = {}) => {
    const signal = deadline(milliseconds ?? safeFetchLimits.milliseconds);
    let next = first;
    for (let hop = 0; hop <= safeFetchLimits.redirects; hop += 1) {
      const target = await fetchTarget(next, full, signal);
      if (typeof target === 'string') return { ok: false, problem: target };
      const refusal = mayVisit === undefined ? null : await mayVisit(target.url);
      if (refusal !== null) return { ok: false, problem: refusal };
      const seen = await oneHop(target, bytes, signal);
      switch (seen.kind) {
        case 'answer':
          return {
            ok: true,
            status: seen.status,
            url: target.url.href,
            headers: seen.headers,
            body: seen.bytes.toString('utf8'),
            bytes: seen.bytes,
          };
        case 'problem':
          return { ok: false, problem: seen.problem };
        case 'redirect':
          if (!URL.canParse(seen.location, target.url)) return { ok: false, problem: 'not-a-url' };
          next = new URL(seen.location, target.url).href;
      }
    }
    return { ok: false, problem: 'too-many-redirects' };
  };
}

export const safePostLimits = { milliseconds: 15_000, bytes: 4096 } as const;

/** A request to an address that an owner gave. */
export interface PostRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** The answer: `headers` with lower-case names, the first 4 kB of the text, and how long it took. A redirect is an answer: it is not followed. */
export type PostAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      readonly ms: number;
    }
  | { readonly ok: false; readonly problem: FetchRefusal | 'unreachable'; readonly ms: number };

export type SafePost = (request: PostRequest) => Promise<PostAnswer>;

type Sent =
  | Omit<Extract<PostAnswer, { readonly ok: true }>, 'ms'>
  | Omit<Extract<PostAnswer, { readonly ok: false }>, 'ms'>;

/** Functions in the cloud may have no way out over IPv6. */
const fourFirst =
  (resolve: Resolve): Resolve =>
  async (name, signal) =>
    (await resolve(name, signal)).toSorted((a, b) => a.family - b.family);

/**
 * Reads the start of an answer and closes the connection. Its status is what counts, so a text that is cut, slow or endless does not make a failure of
 * a message that arrived. Returns what ends the reading at once.
 */
function readStart(response: IncomingMessage, done: (sent: Sent) => void): () => void {
  const parts: Buffer[] = [];
  let size = 0;
  const finish = () =>
    done({
      ok: true,
      status: response.statusCode ?? 0,
      headers: plainHeaders(response.headers),
      // `stream` leaves out a character whose bytes were cut in two.
      text: new TextDecoder().decode(Buffer.concat(parts).subarray(0, safePostLimits.bytes), {
        stream: true,
      }),
    });
  response.on('data', (part: Buffer) => {
    size += part.length;
    parts.push(part);
    if (size < safePostLimits.bytes) return;
    finish();
    response.destroy();
  });
  response.on('end', finish);
  response.on('error', finish);
  return finish;
}

const sendOnce = (
  target: FetchTarget,
  { method = 'POST', headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<Sent> =>
  new Promise((done) => {
    let failed = () => done({ ok: false, problem: signal.aborted ? 'timed-out' : 'unreachable' });
    const answered = (response: IncomingMessage) => {
      failed = readStart(response, done);
    };
    const sent = { method, headers, body: method === 'GET' ? null : body, signal };
    sendPinned(target, sent, { answered, failed: () => failed() });
  });

/**
 * The only way to send to an owner's URL: https on port 443 and public addresses only (besides allowed origins), no redirect, 15 seconds in all with the
 * look-up, 4 kB of the answer, no cookies. The address is checked at each request, because a name may point elsewhere by then.
 */
export function makeSafePost(
  rules: Partial<Omit<TargetRules, 'httpsOnly'>> = {},
  deadline = () => AbortSignal.timeout(safePostLimits.milliseconds),
): SafePost {
  const full: TargetRules = {
    resolve: fourFirst(rules.resolve ?? resolveByDns()),
    resolveAllowed: fourFirst(rules.resolveAllowed ?? resolveBySystem),
    allowOrigins: rules.allowOrigins ?? [],
    httpsOnly: true,
  };
  return async (request) => {
    const start = performance.now();
    const signal = deadline();
    const target = await fetchTarget(request.url, full, signal);
    const sent: Sent =
      typeof target === 'string' ? { ok: false, problem: target } : await sendOnce(target, request, signal);
    return { ...sent, ms: Math.round(performance.now() - start) };
  };
}
