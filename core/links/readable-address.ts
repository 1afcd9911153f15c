import { readableHost } from '../text/addresses';
import { readUrl } from '../text/safe-url';
import { findPlatform } from '../platforms/platform-catalogue';

/** The host name of an address in readable form. A name that differs from a known platform's only by its marks (`instagrám.com`) stays Punycode. */
export function readableHostOf(host: string): string {
  const readable = readableHost(host);
  const bare = readable
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[ıłøđħŧ]/g, (letter) => plain[letter] ?? '');
  return bare !== host && bare !== readable && findPlatform(`https://${bare}`) !== null ? host : readable;
}

const plain: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't' };

/**
 * An address for people: without `https://www.` and a closing slash, and with a readable host name. What is no address stays as it was typed. It is
 * only shown, never opened: the link keeps its own address.
 */
export function readableAddress(url: string): string {
  const parsed = readUrl(url);
  if (parsed?.protocol === 'mailto:')
    return `mailto:${parsed.pathname.replace(/@([^@?]+)$/, (_, host: string) => `@${mailHost(host)}`)}${parsed.search}`;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return url;
  const { hostname, port, pathname, search, hash } = parsed;
  const host = readableHostOf(hostname).replace(/^www\./, '');
  return `${host}${port && `:${port}`}${readablePath(pathname)}${search}${hash}`.replace(/\/$/, '');
}

const mailHost = (host: string) => readableHostOf(readUrl(`https://${host}`)?.hostname ?? host);

/** Letters are shown as letters; spaces, controls and what cannot be seen stay encoded. */
function readablePath(path: string): string {
  try {
    const decoded = decodeURI(path);
    return /[\p{C}\p{Z}]/u.test(decoded) ? path : decoded;
  } catch {
    return path;
  }
}

/** The default label of a new link: the platform's name, or the address's host in readable form. */
export function suggestedName(url: string): string {
  const platform = findPlatform(url);
  if (platform !== null) return platform.label;
  const host =
    readUrl(url)
      ?.hostname.replace(/\.$/, '')
      .replace(/^www\./, '') ?? '';
  return readableHostOf(host) || 'Link';
}
