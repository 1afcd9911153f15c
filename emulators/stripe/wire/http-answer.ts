import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOwnHost } from '@busker/emulators/loopback';

const LARGEST_BODY = 1_000_000;

/** Null when the body is larger than one million bytes. */
export async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
  response.end(body);
}

export const sendJson = (response: ServerResponse, status: number, value: unknown): void =>
  send(
    response,
    status,
    { 'content-type': 'application/json', 'cache-control': 'no-store' },
    JSON.stringify(value, null, 2),
  );

/** What a page of any origin may read: the API with a publishable key, and the scripts. */
export const CORS_ANY_ORIGIN: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, content-type, stripe-account, stripe-version, idempotency-key',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-expose-headers': 'request-id, stripe-rate-limited-reason, stripe-should-retry',
  'access-control-max-age': '300',
};

/**
 * `fail` answers 429, 409 or 500. For a 500, `before`: the request does not reach the endpoint and its key stays
 * free; `during`: nothing is done and the 500 is stored under the key, as in Stripe; `after`: the work is done and
 * the 500 is stored. `cut` closes the connection without an answer, before or after the work. `rate` answers 429 to what
 * an account asks beyond that number in a second: https://docs.stripe.com/rate-limits
 */
export type FaultKind =
  | { readonly kind: 'latency'; readonly milliseconds: number }
  | { readonly kind: 'fail'; readonly status: 409 | 429 | 500; readonly when: 'before' | 'during' | 'after' }
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' }
  | { readonly kind: 'rate'; readonly perSecond: number };

interface Fault {
  readonly id: string;
  /** Method and path; a star stands for any text: `POST /v1/refunds`, `* /v1/payment_intents*`, `*`. */
  readonly route: string;
  readonly fault: FaultKind;
  /** The rate of matching requests that fail, 0 to 1. */
  readonly share: number;
  /** How often the fault applies; null without a limit. */
  readonly left: number | null;
}

export interface Faults {
  list(): readonly Fault[];
  add(fault: Omit<Fault, 'id'>): Fault;
  clear(): void;
  /** The faults that apply to this request. Decreases their counters. */
  take(method: string, path: string, account?: string): readonly FaultKind[];
}

/** Whether a call such as `POST /v1/refunds` matches a route. A star in the route stands for any text. */
export const matchesRoute = (route: string, address: string): boolean =>
  new RegExp(
    `^${route
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(address);

export function createFaults(random: () => number, now = Date.now): Faults {
  let faults: readonly Fault[] = [];
  /** The times of the requests that a rate let through, by fault and account. */
  const passed = new Map<string, readonly number[]>();
  const applies = ({ id, fault }: Fault, account: string): boolean => {
    if (fault.kind !== 'rate') return true;
    const recent = (passed.get(`${id} ${account}`) ?? []).filter((at) => at > now() - 1000);
    const isOver = recent.length >= fault.perSecond;
    passed.set(`${id} ${account}`, isOver ? recent : [...recent, now()]);
    return isOver;
  };
  return {
    list: () => faults,
    add(parts) {
      const fault = { ...parts, id: randomUUID() };
      faults = [...faults, fault];
      return fault;
    },
    clear() {
      faults = [];
      passed.clear();
    },
    take(method, path, account = '') {
      const matching = faults.filter(
        (fault) =>
          matchesRoute(fault.route, `${method} ${path}`) && random() < fault.share && applies(fault, account),
      );
      faults = faults
        .map((fault) =>
          matching.includes(fault) && fault.left !== null ? { ...fault, left: fault.left - 1 } : fault,
        )
        .filter(({ left }) => left !== 0);
      return matching.map(({ fault }) => fault);
    },
  };
}

/**
 * The effect of a fault on a request that reached its endpoint: `during` does nothing and answers 500, `after` does
 * the work and answers 500.
 */
export type InjectedFailure = 'fail-during' | 'fail-after' | null;

export const FAILURES = {
  409: {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
  },
  500: { type: 'api_error', message: 'An unknown error occurred' },
} as const;

/** The failure of a request that does not reach its endpoint. */
export function earlyFailureOf(faults: readonly FaultKind[]) {
  for (const fault of faults) {
    if (fault.kind === 'rate')
      return { status: 429, headers: { 'stripe-rate-limited-reason': 'global-rate' } } as const;
    if (fault.kind === 'fail' && (fault.status !== 500 || fault.when === 'before'))
      return { status: fault.status, headers: {} };
  }
  return null;
}

export const injectedFailureOf = (faults: readonly FaultKind[]): InjectedFailure => {
  const fault = faults.find(
    (known) => known.kind === 'fail' && known.status === 500 && known.when !== 'before',
  );
  if (fault?.kind !== 'fail') return null;
  return fault.when === 'after' ? 'fail-after' : 'fail-during';
};

export const cuts = (faults: readonly FaultKind[], when: 'before' | 'after') =>
  faults.some((fault) => fault.kind === 'cut' && fault.when === when);

/** Refuses unknown Host names, because another site could point its own domain at this machine (DNS rebinding). */
export const hostIsOurs = (incoming: IncomingMessage, listensOn: string): boolean =>
  isOwnHost((incoming.headers.host ?? '').replace(/:\d+$/, ''), listensOn);

/** Control calls may come from our own pages or from programs, which send no Origin header. */
export function originIsOurs(incoming: IncomingMessage, port: number, listensOn: string): boolean {
  const { origin } = incoming.headers;
  const site = incoming.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return isOwnHost(asked.hostname, listensOn) && asked.port === String(port);
}
