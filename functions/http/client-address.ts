import { isIP } from 'node:net';
import type { Context } from 'hono';

/** What @hono/node-server passes along; absent under `app.request()`. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
}

/**
 * The client's address, or null when it cannot be known. `hops` proxies of ours stand in front, each appending the address that it
 * was called from to X-Forwarded-For: the client is the entry that the outermost of them wrote. What stands left of it was written
 * by the client itself and is worth nothing.
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

/** An IPv6 customer owns a whole /64: limits count that, not the single address. */
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
