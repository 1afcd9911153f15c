import type { Hono, MiddlewareHandler } from 'hono';
import { problem } from '../../core/base/result';
import { headersFor, hostedOrigins, routeHeaders, type AllowedOrigins } from '../../core/web/route-headers';
import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import { StoreUnavailable } from '../store/store';
import { notCached, refuse } from './respond';

/** The other origins that our pages may contact: Stripe's, or the sandbox's emulator. */
export function allowedOriginsOf({ mode, stripeJs }: AppConfig): AllowedOrigins {
  if (mode !== 'sandbox') return hostedOrigins;
  const sandbox = [new URL(stripeJs).origin];
  const payment = { script: sandbox, frame: sandbox, connect: sandbox, image: sandbox };
  return { ...hostedOrigins, payment, checkout: sandbox };
}

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

/** Redirects `/@ada/` to `/@ada`, with its query, so that each page has one URL. 308 keeps the method of a form. */
export function withoutTrailingSlash(): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (!pathname.startsWith('/@') || !pathname.endsWith('/')) return next();
    let end = pathname.length;
    while (pathname[end - 1] === '/') end -= 1;
    c.header('Cache-Control', 'public, max-age=3600');
    return c.redirect(`${pathname.slice(0, end)}${search}`, 308);
  };
}

/** Gives every request an id and one log line when it is answered. The line has the route, never the URL with its query or handle. */
export function logged({ ids, clock, log }: Pick<Deps, 'ids' | 'clock' | 'log'>): MiddlewareHandler {
  return async (c, next) => {
    const requestId = ids.fresh();
    const began = clock.now();
    c.header('X-Request-Id', requestId);
    c.set('requestId', requestId);
    await next();
    const route = c.req.matchedRoutes.map(({ path }) => path).findLast((path) => path !== '/*') ?? '/*';
    const { method } = c.req;
    log.requestDone({ requestId, method, route, status: c.res.status, ms: clock.now() - began });
  };
}

/** A thrown error is a bug or an unavailable store. The answer says no more than that. */
export function failSafely(app: Hono, { config, log }: Pick<Deps, 'config' | 'log'>): void {
  app.onError((error, c) => {
    if (error instanceof StoreUnavailable) {
      log.serviceUnavailable({ service: 'store', error: error.cause });
      return refuse(c, config, problem('service-unavailable'));
    }
    const requestId: unknown = c.get('requestId' as never);
    log.requestFailed({ requestId: String(requestId), route: c.req.method, error });
    return refuse(c, config, problem('internal'));
  });
  app.notFound((c) => refuse(c, config, problem('route-not-found')));
}
