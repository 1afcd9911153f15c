import { readUrl } from '../../core/base/safe-url';
import { tipTextLimits } from '../../core/tip/tip';
import type { Settings } from '../element/attributes';

interface PageFacts {
  readonly title: unknown;
  readonly location: { readonly href: string } | null;
  readonly querySelector: (selector: string) => Element | null;
}

/**
 * What this tip is for, and where: the tag's text, else the page's title, and the origin and path of its canonical address. Never a query or a
 * fragment, which may contain names, tokens and searches.
 */
export function tipContext(
  settings: Pick<Settings, 'forText' | 'placement'>,
  page: PageFacts,
): { readonly for: string | null; readonly placement: string | null } {
  return {
    for: cut(settings.forText ?? page.title, tipTextLimits.for),
    placement: cut(settings.placement ?? address(page), tipTextLimits.placement),
  };
}

function address(page: PageFacts): string {
  const canonical = page.querySelector('link[rel="canonical"][href]')?.getAttribute('href') ?? '';
  const href = page.location?.href ?? '';
  const url = readUrl(canonical, href) ?? readUrl(href);
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : '';
}

/** `document.title` is an element on a page that has a form or picture of this name. */
const cut = (text: unknown, limit: number): string | null =>
  typeof text === 'string' ? Array.from(text.trim()).slice(0, limit).join('') || null : null;
