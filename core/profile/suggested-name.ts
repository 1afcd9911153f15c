import { readUrl } from '../base/safe-url';
import { findPlatform } from './platform-catalogue';
import { readableHostOf } from './readable-address';

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
