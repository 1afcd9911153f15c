import type { Context } from 'hono';
import { BlockList, isIP } from 'node:net';
import type { Clock } from '../clock';
import type { EnvReader } from '../env-reader';
import { fingerprint, type Secrets } from '../signed-token';

/**
 * Addresses of the machines between a fan and a function behind Firebase Hosting, as of 2026-11: Fastly (api.fastly.com/public-ip-list) and Google's own
 * front ends (gstatic.com/ipranges/goog.json without the customers' ranges in cloud.json). No visitor has one of these. `npm run verify` shows on
 * a live host whether the list is still complete.
 */
const ranges = [
  // Fastly
  '23.235.32.0/20',
  '43.249.72.0/22',
  '103.244.50.0/24',
  '103.245.222.0/23',
  '103.245.224.0/24',
  '104.156.80.0/20',
  '140.248.64.0/18',
  '140.248.128.0/17',
  '146.75.0.0/17',
  '151.101.0.0/16',
  '157.52.64.0/18',
  '167.82.0.0/17',
  '167.82.128.0/20',
  '167.82.160.0/20',
  '167.82.224.0/20',
  '172.111.64.0/18',
  '185.31.16.0/22',
  '199.27.72.0/21',
  '199.232.0.0/16',
  '2a04:4e40::/32',
  '2a04:4e42::/32',
  // Google
  '35.191.0.0/16',
  '130.211.0.0/22',
  '64.233.160.0/19',
  '66.102.0.0/20',
  '66.249.80.0/20',
  '72.14.192.0/18',
  '74.125.0.0/16',
  '108.177.0.0/17',
  '142.250.0.0/15',
  '169.254.0.0/16',
  '172.217.0.0/16',
  '172.253.0.0/16',
  '173.194.0.0/16',
  '209.85.128.0/17',
  '216.58.192.0/19',
  '216.239.32.0/19',
  '2001:4860::/32',
  '2404:6800::/32',
  '2607:f8b0::/32',
  '2800:3f0::/32',
  '2a00:1450::/32',
  '2c0f:fb50::/32',
];

const edge = new BlockList();
for (const range of ranges) {
  const [net = '', bits = ''] = range.split('/');
  edge.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4');
}

/** Whether a valid address belongs to Hosting's edge. */
const isEdgeAddress = (address: string): boolean =>
  edge.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

/** Whether the last machine that passed a request on is Hosting's. The server in front of a function appends the address that called it. */
export function cameThroughHosting(forwardedFor: string | undefined): boolean {
  const caller = validAddress(forwardedFor?.split(',').at(-1));
  return caller !== null && isEdgeAddress(caller);
}

/** Set by @hono/node-server; absent under `app.request()`. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
}

/**
 * How to find a client's address, depending on the proxy in front of the functions (`CLIENT_ADDRESS`):
 * - `hosting`: Firebase Hosting. Its machines have known addresses.
 * - `load-balancer`: Google's Application Load Balancer, which appends the client and then its own address.
 * - `proxy`: `hops` proxies, each of which appends the address that called it.
 * - `socket`: nothing.
 */
export type ClientAddressPlan =
  | { readonly kind: 'hosting' }
  | { readonly kind: 'load-balancer' }
  | { readonly kind: 'proxy'; readonly hops: number }
  | { readonly kind: 'socket' };

/** The parts of a request that may hold the address of its client. */
interface AddressSources {
  /** X-Forwarded-For. A client can write whatever it likes at its left end. */
  readonly forwardedFor?: string | undefined;
  /** Fastly-Client-IP. Fastly keeps a value that the client sent, unless the service resets it. */
  readonly fastlyClient?: string | undefined;
  readonly socket?: string | undefined;
}

function validAddress(given: string | undefined): string | null {
  const plain = given?.trim().replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  return isIP(plain) === 0 ? null : plain;
}

/**
 * Walks X-Forwarded-For from the right and passes over Hosting's own machines: the next entry is the address that called them. A direct call of
 * the function's run.app address ends in the caller's own address, so the header cannot widen a limit there either.
 */
function behindHosting({ forwardedFor, fastlyClient }: AddressSources): string | null {
  const entries = (forwardedFor ?? '').split(',').filter((entry) => entry.trim() !== '');
  for (const entry of entries.toReversed()) {
    const address = validAddress(entry);
    if (address === null) return null;
    if (!isEdgeAddress(address)) return address;
  }
  return validAddress(fastlyClient);
}

/** The client's address, or null when it cannot be known. */
export function addressOf(sources: AddressSources, plan: ClientAddressPlan): string | null {
  const fromRight = (hops: number) => validAddress(sources.forwardedFor?.split(',').at(-hops));
  switch (plan.kind) {
    case 'hosting':
      return behindHosting(sources);
    case 'load-balancer':
      return fromRight(2);
    case 'proxy':
      return fromRight(plan.hops);
    case 'socket':
      return validAddress(sources.socket);
  }
}

/** An IPv6 customer has a whole /64, so limits count that and not the single address. */
export function limitedPart(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...middle, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}

export function clientAddress(c: Context, plan: ClientAddressPlan): string | null {
  const env = (c.env ?? {}) as NodeBindings;
  return addressOf(
    {
      forwardedFor: c.req.header('x-forwarded-for'),
      fastlyClient: c.req.header('fastly-client-ip'),
      socket: env.incoming?.socket?.remoteAddress,
    },
    plan,
  );
}

/** A host has at most 253 characters, plus scheme and port. */
const maxLength = 300;

/**
 * The origin of the requesting page, from the browser's `Origin` header. Null when there is none, when it is opaque (`null`), and for text that no
 * browser writes: the header is stored with a tip, so no client may put other text there.
 */
export function pageOrigin(header: string | undefined): string | null {
  if (header === undefined || header.length > maxLength || !URL.canParse(header)) return null;
  const { protocol, origin } = new URL(header);
  return /^https?:$/.test(protocol) && origin === header ? origin : null;
}

/** The origin and address of a request, where they are known. */
export interface Caller {
  readonly origin: string | null;
  readonly address: string | null;
}

/** The origin of the page that sent a request, and the address. */
export const callerOf = (
  c: Context,
  { clientAddress: plan }: { readonly clientAddress: ClientAddressPlan },
): Caller => ({
  origin: pageOrigin(c.req.header('origin')),
  address: clientAddress(c, plan),
});

/** The fingerprint of a caller's address, which is stored for a short time. */
export interface KnownAddress {
  readonly hash: string;
  readonly expiresAt: number;
}

/** Firestore deletes what has expired within a day, so a fingerprint is gone within two days. */
const keptMs = 24 * 60 * 60_000;

/** The key of the fingerprint changes every day, so that fingerprints of two days cannot be linked. Null = the address is unknown. */
export function knownAddress(
  { config, clock }: { readonly config: { readonly secrets: Secrets }; readonly clock: Clock },
  { address }: Caller,
): KnownAddress | null {
  if (address === null) return null;
  const now = clock.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const hash = fingerprint(config.secrets, `address ${today}`, limitedPart(address)).slice(0, 32);
  return { hash, expiresAt: now + keptMs };
}

const shape = /^(?:(hosting|load-balancer|socket)|proxy:([1-9]|10))$/;

/** Reads `CLIENT_ADDRESS`. `TRUSTED_PROXY_HOPS`, its earlier name, is read for one more release: N means `proxy:N`, 0 means `socket`. */
export function clientAddressPlan(read: EnvReader, sandbox: boolean): ClientAddressPlan {
  const given = read.text('CLIENT_ADDRESS');
  if (given === '') {
    if (read.text('TRUSTED_PROXY_HOPS') === '') return { kind: sandbox ? 'socket' : 'hosting' };
    const hops = read.integer('TRUSTED_PROXY_HOPS', 1, { min: 0, max: 10 });
    return hops === 0 ? { kind: 'socket' } : { kind: 'proxy', hops };
  }
  const [, named, hops] = shape.exec(given) ?? [];
  if (hops !== undefined) return { kind: 'proxy', hops: Number(hops) };
  if (named === 'hosting' || named === 'load-balancer' || named === 'socket') return { kind: named };
  read.fault('CLIENT_ADDRESS must be hosting, load-balancer, socket, or proxy:N with N from 1 to 10.');
  return { kind: 'hosting' };
}
