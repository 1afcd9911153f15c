import type { MiddlewareHandler } from 'hono';

/** What every answer carries. Pages set their own Content-Security-Policy; anything else is data, which loads nothing. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  }
  headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
};
