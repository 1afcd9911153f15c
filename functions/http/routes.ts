import type { Context, Hono } from 'hono';
import { problem } from '../../core/base/result';
import type { AppConfig } from '../config';
import { refuse } from './respond';

/**
 * Which pages of other origins may read an answer. `public`: all pages, without credentials. `own`: only our own dashboard. `none`: no page
 * (webhooks, navigated documents).
 */
type CorsRule = 'public' | 'own' | 'none';

const allowedHeaders = 'Authorization, Content-Type';
const exposedHeaders = 'ETag, Retry-After, X-Request-Id';

/**
 * Writes the CORS headers of a route, for the answer and the preflight. Not `hono/cors`: it answers preflights itself, without `Allow` and without the
 * methods of the route table.
 */
function applyCors(c: Context, config: AppConfig, rule: CorsRule): void {
  switch (rule) {
    case 'public':
      c.header('Access-Control-Allow-Origin', '*');
      c.header('Cross-Origin-Resource-Policy', 'cross-origin');
      break;
    case 'own':
      c.header('Access-Control-Allow-Origin', config.publicOrigin);
      c.header('Vary', 'Origin', { append: true });
      break;
    case 'none':
      return;
  }
  c.header('Access-Control-Expose-Headers', exposedHeaders);
  if (c.req.method !== 'OPTIONS') return;
  c.header('Access-Control-Allow-Headers', allowedHeaders);
  c.header('Access-Control-Max-Age', '7200');
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
export type RouteHandler = (c: Context) => Promise<Response> | Response;

export interface Route {
  readonly path: string;
  readonly cors: CorsRule;
  readonly on: Readonly<Partial<Record<Method, RouteHandler>>>;
}

/** Adds a route to the app: its methods, its preflight, and a 405 with the allowed methods for all others. */
export function mount(app: Hono, config: AppConfig, { path, cors, on }: Route): void {
  const methods = Object.keys(on);
  const allowed = [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].toSorted();
  app.use(path, async (c: Context, next) => {
    applyCors(c, config, cors);
    await next();
  });
  for (const [method, handler] of Object.entries(on)) app.on(method, path, handler);
  app.options(path, (c) => {
    c.header('Access-Control-Allow-Methods', methods.join(', '));
    c.header('Allow', allowed.join(', '));
    return c.body(null, 204);
  });
  app.all(path, (c) => {
    c.header('Allow', allowed.join(', '));
    return refuse(c, config, problem('method-not-allowed'));
  });
}
