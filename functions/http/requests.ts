import type { Hono, MiddlewareHandler } from 'hono';
import { problem } from '../../core/base/problem';
import type { Deps } from '../deps';
import { StoreUnavailable } from '../store/store';
import { refuse } from './respond';

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
