import type { SiteCheckAnswer } from '../../core/api/owner-api';
import type { HtmlTag } from '../http/safe-fetch/html-tags';

export interface FoundCard extends Pick<SiteCheckAnswer, 'found' | 'script'> {
  readonly otherHandles: readonly string[];
  readonly scriptHasNonce: boolean;
}

/** Finds an owner's card, frame or link among a page's tags, and the embed's script. */
export function findCard(
  tags: readonly HtmlTag[],
  handles: readonly string[],
  pageUrl: string,
  host: string,
): FoundCard {
  const absolute = (tag: HtmlTag, name: string): URL | null => {
    const written = tag.attributes.get(name)?.trim() ?? '';
    return written !== '' && URL.canParse(written, pageUrl) ? new URL(written, pageUrl) : null;
  };
  const cards = tags
    .filter(({ name }) => name === 'busker-card')
    .map((tag) => tag.attributes.get('profile') ?? '');
  const isOurs = (handle: string) => handles.includes(handle.trim().replace(/^@/, '').toLowerCase());
  const leadsHere = (tag: HtmlTag, attribute: string, page: RegExp): boolean => {
    const url = absolute(tag, attribute);
    const handle = url?.origin === host ? page.exec(url.pathname)?.[1] : undefined;
    return handle !== undefined && isOurs(handle);
  };
  const framed = tags.some((tag) => tag.name === 'iframe' && leadsHere(tag, 'src', /^\/@([^/]+)\/embed$/));
  const linked = tags.some((tag) => tag.name === 'a' && leadsHere(tag, 'href', /^\/@([^/]+)(?:\/tip)?$/));
  const scripts = tags.flatMap((tag) => {
    const url = tag.name === 'script' ? absolute(tag, 'src') : null;
    return url !== null && /^\/embed\/(?:v1|[^/]+\/busker)\.js$/.test(url.pathname) ? [{ tag, url }] : [];
  });
  const here = scripts.filter(({ url }) => url.origin === host);
  const rest = framed ? 'frame' : linked ? 'link' : 'nothing';
  const elsewhere = scripts.length > 0 ? 'other-host' : 'none';
  return {
    found: cards.some(isOurs) ? 'card' : rest,
    otherHandles: [...new Set(cards.filter((handle) => !isOurs(handle)))].slice(0, 10),
    script: here.length > 0 ? 'here' : elsewhere,
    scriptHasNonce: here.some(({ tag }) => (tag.attributes.get('nonce') ?? '') !== ''),
  };
}
