import type { MiddlewareHandler } from 'hono';

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
