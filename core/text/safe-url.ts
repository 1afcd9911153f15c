export const maxUrlLength = 2048;

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Only these schemes may be published or rendered: `javascript:`, `data:` and similar ones are refused in any spelling. Web addresses need `//` (a
 * browser reads `https:page` as a relative path) and must not have `name@` before the host, which is used to deceive. Separate from the link schemas,
 * because every card checks its links again and must not ship more than this for it.
 */
export function isSafeUrl(url: string): boolean {
  const parsed = url.length > maxUrlLength ? null : readUrl(url);
  if (!parsed || !schemes.has(parsed.protocol)) return false;
  const { protocol, username, password } = parsed;
  return protocol.startsWith('http') ? /^https?:\/\/[^/\\]/i.test(url) && username + password === '' : true;
}

/** A page that can be fetched. */
export const isWebAddress = (url: string): boolean => isSafeUrl(url) && /^https?:/i.test(url);

/** Null when it is no address, without a base: no absolute one. Not URL.canParse: browsers of early 2023 lack it. */
export function readUrl(written: string, base?: string): URL | null {
  try {
    return new URL(written, base);
  } catch {
    return null;
  }
}
