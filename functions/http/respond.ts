import type { Context } from 'hono';
import { createHash } from 'node:crypto';
import { problemJson, type Problem, type Result } from '../../core/base/result';
import type { AppConfig } from '../config';

/**
 * No cache may keep the answer. `private` is needed as well: Hosting's edge keeps an answer that says `no-store` alone
 * (firebase.google.com/docs/hosting/manage-cache, fastly.com/documentation/guides/concepts/cache/cache-freshness).
 */
export const notCached = 'private, no-store';

/** Shared caches may keep the answer for `seconds`. Browsers ask again each time. */
export const sharedFor = (seconds: number): string => `public, max-age=0, s-maxage=${seconds}`;

/** Seconds that shared caches keep "not found": a crowd at a wrong address costs little, and a profile published later appears soon. */
export const missingFor = 10;

/** The path of docs/errors.md. */
const errorsPage = (config: AppConfig) => `${config.publicOrigin}/docs/errors`;

/** Says when to come again, also in the header of a page. */
export function sayWait(c: Context, { figures }: Problem): void {
  const wait = figures?.['retryAfterSeconds'];
  if (wait !== undefined) c.header('Retry-After', String(wait));
}

/** Turns a problem into its RFC 9457 answer. The API refuses requests only through this function. */
export function refuse(c: Context, config: AppConfig, given: Problem): Response {
  const body = problemJson(given, errorsPage(config));
  c.header('Cache-Control', notCached);
  sayWait(c, given);
  return c.body(JSON.stringify(body), body.status as 400, { 'Content-Type': 'application/problem+json' });
}

/** Refuses a request that every visitor may make. Shared caches keep "not found" for a moment, which saves reads when many people follow a wrong link. */
export function refusePublic(c: Context, config: AppConfig, given: Problem): Response {
  const refused = refuse(c, config, given);
  if (given.code === 'profile-not-found') refused.headers.set('Cache-Control', sharedFor(missingFor));
  return refused;
}

/** Answers the value as JSON, or its problem. */
export function answer(
  c: Context,
  config: AppConfig,
  result: Result<object>,
  status: 200 | 201 | 202 = 200,
): Response {
  if (!result.ok) return refuse(c, config, result.problem);
  c.header('Cache-Control', notCached);
  return c.json(result.value, status);
}

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
