import type { Context } from 'hono';
import { knownLocale } from '../../core/money';

/** The first language that the browser asks for, for numbers and amounts. */
export function preferredLanguage(c: Context): string {
  return knownLocale(/^[A-Za-z0-9-]{2,35}/.exec(c.req.header('accept-language') ?? '')?.[0] ?? 'en');
}
