import { readUrl } from '../base/safe-url';

/**
 * The platforms whose icons are in the card's first file. `link` is any other address. More platforms are recognised by a table that is loaded only
 * when needed (platform-catalogue.ts).
 */
export const corePlatforms = ['instagram', 'x', 'tiktok', 'youtube', 'link'] as const;
export type CorePlatform = (typeof corePlatforms)[number];

const hosts: Readonly<Record<string, CorePlatform>> = {
  'instagram.com': 'instagram',
  'x.com': 'x',
  'twitter.com': 'x',
  'tiktok.com': 'tiktok',
  'youtube.com': 'youtube',
  'youtu.be': 'youtube',
};

/** The platform that an address belongs to, by its host name alone (`m.` and other subdomains count). */
export function platformOf(url: string): CorePlatform {
  const parts = hostOf(url).split('.');
  for (let i = 0; i < parts.length - 1; i += 1) {
    const found = hosts[parts.slice(i).join('.')];
    if (found) return found;
  }
  return 'link';
}

/** Without the dot that may end a host name; empty when the address has no host. */
const hostOf = (url: string): string => readUrl(url)?.hostname.replace(/\.$/, '') ?? '';
