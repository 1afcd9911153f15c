export const maxUrlLength = 2048;

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Only these may ever be published or rendered: `javascript:`, `data:` and their friends never pass, in any spelling. Web addresses need
 * their `//` (a browser reads `https:page` as a path of the site it stands on) and no `name@` before the host, which is there to deceive.
 * Apart from the schemas of links, because every card checks its links again and carries nothing more than this for it.
 */
export function isSafeUrl(url: string): boolean {
  if (url.length > maxUrlLength || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  if (!schemes.has(protocol)) return false;
  return protocol.startsWith('http') ? /^https?:\/\/[^/\\]/i.test(url) && username + password === '' : true;
}
