import type { Context } from 'hono';
import type { AppConfig } from '../config';

/**
 * Which pages of other origins may read an answer. `public`: all pages, without credentials. `own`: only our own dashboard. `none`: no page
 * (webhooks, navigated documents).
 */
export type CorsRule = 'public' | 'own' | 'none';

const allowedHeaders = 'Authorization, Content-Type';
const exposedHeaders = 'ETag, Retry-After, X-Request-Id';

/**
 * Writes the CORS headers of a route, for the answer and the preflight. Not `hono/cors`: it answers preflights itself, without `Allow` and without the
 * methods of the route table.
 */
export function applyCors(c: Context, config: AppConfig, rule: CorsRule): void {
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
