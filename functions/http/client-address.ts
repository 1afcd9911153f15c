import { isIP } from 'node:net';
import type { Context } from 'hono';
import { isEdgeAddress } from './edge-ranges';

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
export interface AddressSources {
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
