import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { sharedFor } from './caching';

/** An answer that shared caches may keep for `sharedAge` seconds and browsers revalidate each time. */
export interface Cacheable<T> {
  readonly body: T;
  readonly sharedAge: number;
}

const etagOf = (text: string | Uint8Array) =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** If-None-Match is a list, and a compressing cache may have weakened the tag. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*');
}

/**
 * Writes the caching headers and answers `content`, or 304 when the client has the same content. Not `hono/etag`: its 304 keeps only listed headers,
 * so it would lose those of CORS.
 */
export function answerCached(
  c: Context,
  content: string | Uint8Array,
  { type, sharedAge }: { readonly type: string; readonly sharedAge: number },
): Response {
  const etag = etagOf(content);
  c.header('ETag', etag);
  c.header('Cache-Control', sharedFor(sharedAge));
  if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  return c.body(typeof content === 'string' ? content : Uint8Array.from(content), 200, {
    'Content-Type': type,
  });
}

export function answerCachedJson(c: Context, { body, sharedAge }: Cacheable<object>): Response {
  return answerCached(c, JSON.stringify(body), { type: 'application/json', sharedAge });
}
