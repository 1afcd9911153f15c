import type { MiddlewareHandler } from 'hono';
import { headersFor, routeHeaders } from '../../core/web/route-headers';
import type { AppConfig } from '../config';
import { allowedOriginsOf } from './allowed-origins';

/**
 * Every answer carries what the product's table of headers says about its address; what a handler has set itself stays. The same table
 * makes firebase.json, so that it does not matter whether Hosting or the function writes a header.
 */
export function securityHeaders(config: AppConfig): MiddlewareHandler {
  const rows = routeHeaders(allowedOriginsOf(config));
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headersFor(rows, c.req.path))) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  };
}
