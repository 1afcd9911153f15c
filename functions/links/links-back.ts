import type { StoredProfile } from '../../core/profile/stored-profile';
import { readUrl } from '../../core/base/safe-url';
import { tagsOf } from '../http/safe-fetch/html-tags';
import type { SafeFetchAnswer } from '../http/safe-fetch/safe-fetch';

type Page = Extract<SafeFetchAnswer, { ok: true }>;

/** The profile's public page, which a verified page links to. */
export const pageOf = (origin: string, handle: string) => `${origin}/@${handle}`;

/**
 * Whether a page links to this profile with rel="me" in an `a`, a `link` or its `Link` header. A link to an earlier handle counts too. The profile's
 * own page links to it with rel="me" in return.
 */
export function linksBack(page: Page, profile: StoredProfile, origin: string): boolean {
  const wanted = new Set([profile.handle, ...profile.aliases].map((each) => pageOf(origin, each)));
  const candidates = [...fromTags(page.body), ...fromHeader(page.headers['link'] ?? '')];
  return candidates.some((href) => wanted.has(plain(href, page.url)));
}

const isMe = (rel: string | undefined) => (rel ?? '').toLowerCase().split(/\s+/).includes('me');

function fromTags(body: string): readonly string[] {
  return tagsOf(body)
    .filter(({ name, attributes }) => (name === 'a' || name === 'link') && isMe(attributes.get('rel')))
    .flatMap(({ attributes }) => attributes.get('href') ?? []);
}

function fromHeader(header: string): readonly string[] {
  return [...header.matchAll(/<([^<>]{1,2048})>([^<]{0,500})/g)].flatMap(([, href = '', parameters = '']) => {
    const rel = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters)?.[1];
    return isMe(rel) ? [href] : [];
  });
}

/** Removes the parts that do not identify the page: query, fragment, trailing slash, capitals in the handle. */
function plain(href: string, base: string): string {
  const url = URL.canParse(href.trim(), base) ? readUrl(new URL(href.trim(), base).href) : null;
  return url === null ? '' : url.origin + url.pathname.toLowerCase().replace(/\/$/, '');
}
