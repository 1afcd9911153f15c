import { isIP } from 'node:net';
import type { Context } from 'hono';

/** Set by @hono/node-server; absent under `app.request()`. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
}

/**
 * The client's address, or null when it is unknown. `hops` of our own proxies are in front of this server. Each appends its caller's address to
 * X-Forwarded-For, so the client is the entry of the outermost proxy. The client itself wrote the entries before it, which cannot be trusted.
 */
export function addressOf(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  hops: number,
): string | null {
  const given = hops === 0 ? socketAddress : forwardedFor?.split(',').at(-hops)?.trim();
  if (given === undefined) return null;
  const plain = given.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 0 ? null : plain;
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

export function clientAddress(c: Context, hops: number): string | null {
  const env = (c.env ?? {}) as NodeBindings;
  return addressOf(c.req.header('x-forwarded-for'), env.incoming?.socket?.remoteAddress, hops);
}
