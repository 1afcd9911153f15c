import { readUrl } from '@busker/core/text/safe-url';
import type { PageShape } from '../page/page';

const shapes: Readonly<Record<string, PageShape>> = {
  '': 'columns',
  profile: 'columns',
  embed: 'columns',
  kit: 'columns',
  tips: 'list',
  monthly: 'list',
  books: 'tables',
  insights: 'figures',
};

interface At {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/**
 * Where each address of earlier releases leads, and the place itself to its first screen. Mails, bookmarks, Stripe's links and printed
 * pages name them for years, so no row may go. A screen that was divided has rows for its panels.
 */
export const movedScreens: Readonly<Record<string, string>> = {
  '/': '/page/profile',
  '/page': '/page/profile',
  '/money': '/money/tips',
  '/share': '/share/embed',
  '/settings': '/settings/account',
  '/profile': '/page/profile',
  '/tips': '/money/tips',
  '/tips/supporters': '/money/monthly',
  '/books': '/money/books',
  '/payments': '/settings/payments',
  '/payments#payouts': '/money/payouts',
  '/payments#ways': '/settings/ways',
  '/payments#amounts': '/page/amounts',
  '/payments#monthly': '/page/amounts',
  '/payments#thanks': '/page/thanks',
  '/payments#sites': '/settings/sites',
  '/payments#wallets': '/settings/sites',
  '/payments/payouts': '/money/payouts',
  '/payments/ways': '/settings/ways',
  '/notifications': '/settings/notifications',
  '/embed': '/share/embed',
  '/kit': '/share/kit',
  '/stream': '/share/stream',
  '/account': '/settings/account',
};

/** The present address of an old one, with its query and hash. */
export function movedAddress({ pathname, search, hash }: At): string {
  const path = pathname === '/' ? '/' : pathname.replace(/\/+$/, '');
  return `${movedScreens[`${path}${hash}`] ?? movedScreens[path] ?? '/page/profile'}${search}${hash}`;
}

const fieldScreens = [
  [/^tips\.(thanks|goal|wall)/, '/page/thanks'],
  [/^tips\.blockWords/, '/settings/sites'],
  [/^tips/, '/page/amounts'],
  [/^allowedSites/, '/settings/sites'],
] as const;

/** The screen with the first of these faulty fields of the draft. */
export function screenOfFields(paths: readonly string[]): string {
  const [first = ''] = paths;
  return fieldScreens.find(([pattern]) => pattern.test(first))?.[1] ?? '/page/profile';
}

/** The form of the skeleton at this address. */
export function shapeOf(pathname: string): PageShape {
  return shapes[pathname.split('/').at(-1) ?? ''] ?? 'panels';
}

/**
 * Where to go after signing in: the `next` parameter if it is a path of this app, else the start page. Values that a browser would read as
 * another origin (`//evil.example`, `/.//evil.example`, `/\evil.example`, `javascript:`) are dropped.
 */
export function nextAddress(search: string, origin: string): string {
  const given = new URLSearchParams(search).get('next');
  if (!given?.startsWith('/')) return '/';
  const url = readUrl(given, origin);
  if (!url || url.origin !== origin) return '/';
  const next = `${url.pathname}${url.search}${url.hash}`;
  return staysOn(origin, next) ? next : '/';
}

/**
 * Whether a browser that resolves this address stays on the origin. A path that the URL standard has shortened can begin with two slashes
 * (`/.//evil.example/`), which is the address of another host.
 */
function staysOn(origin: string, address: string): boolean {
  const url = readUrl(address, origin);
  return url?.origin === origin && url.href === `${origin}${address}`;
}

export function signInAddress({ pathname, search, hash }: At): string {
  const here = `${pathname}${search}${hash}`;
  return here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`;
}
