import type { Context } from 'hono';
import { problemJson, type Problem } from '../../core/base/problem';
import type { Result } from '../../core/base/result';
import type { AppConfig } from '../config';
import { missingFor, notCached, sharedFor } from './caching';

/** The path of docs/errors.md. */
export const errorsPage = (config: AppConfig) => `${config.publicOrigin}/docs/errors`;

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
