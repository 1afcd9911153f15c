import type { Context } from 'hono';

/** The token of `Authorization: Bearer`, or undefined. */
export function bearer(c: Context): string | undefined {
  return /^Bearer\s+(\S{1,4096})$/i.exec(c.req.header('authorization') ?? '')?.[1];
}
