import { readUrl } from '../text/safe-url';

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

/** The five icons in the card's entry file and in the public page, drawn by hand on a grid of 24: the official paths are four times as long. Some are stroked, others filled. */
export const coreIcons: Readonly<Record<CorePlatform, readonly [path: string, isLine?: 1]>> = {
  instagram: [
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm4 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm5-1h0',
    1,
  ],
  x: ['M14.2 10.2 23 0h-2.1l-7.6 8.8L7.3 0H.3l9.2 13.3L.3 24h2l8-9.3 6.4 9.3h7zM3.1 1.6h3.2l14.6 20.9h-3.1z'],
  tiktok: [
    'M12.5 0h3.9c.2 3.1 2.6 5.7 6 6v4c-2.2-.1-4.2-.8-5.8-1.9v8.2A7.7 7.7 0 1 1 10 8.6V12.7a3.6 3.6 0 1 0 2.5 3.4z',
  ],
  youtube: ['M6 4h12a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5zm4 4.5v7l6-3.5z'],
  link: [
    'M10 14a4.5 4.5 0 0 0 6.5.5l3-3a4.5 4.5 0 0 0-6.5-6.5l-1 1M14 10a4.5 4.5 0 0 0-6.5-.5l-3 3a4.5 4.5 0 0 0 6.5 6.5l1-1',
    1,
  ],
};
