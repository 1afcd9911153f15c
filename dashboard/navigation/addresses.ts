import { readUrl } from '../../core/text/safe-url';
import type { PageShape } from '../page/page';

const shapes: Readonly<Record<string, PageShape>> = {
  '': 'columns',
  profile: 'columns',
  embed: 'columns',
  kit: 'columns',
  tips: 'list',
  books: 'tables',
  insights: 'figures',
};

/** The form of the skeleton at this address. */
export function shapeOf(pathname: string): PageShape {
  const [, screen = ''] = pathname.split('/');
  return shapes[screen] ?? 'panels';
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

/** The address of the sign-in page that returns here. */
export function signInAddress(at: { readonly pathname: string; readonly search: string }): string {
  const here = `${at.pathname}${at.search}`;
  return here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`;
}
