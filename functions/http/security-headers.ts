import type { MiddlewareHandler } from 'hono';
import { headersFor, routeHeaders } from '../../core/web/route-headers';
import type { AppConfig } from '../config';
import { notCached } from './caching';
import { allowedOriginsOf } from './allowed-origins';

/**
 * Sets the headers of core/web/route-headers.ts on every answer; headers that a handler set stay. firebase.json is generated from the same table, so
 * Hosting and the functions send the same headers.
 * Only the functions set `Cache-Control` for their answers; an answer without one is kept by no cache.
 */
export function securityHeaders(config: AppConfig): MiddlewareHandler {
  const rows = routeHeaders(allowedOriginsOf(config));
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headersFor(rows, c.req.path))) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', notCached);
  };
}
