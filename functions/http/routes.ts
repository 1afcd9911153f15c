import type { Context, Hono } from 'hono';
import { problem } from '../../core/base/problem';
import type { AppConfig } from '../config';
import { applyCors, type CorsRule } from './cors';
import { refuse } from './respond';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
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
