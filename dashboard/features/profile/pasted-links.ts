import { maxLabelLength, maxLinks, type DraftLink } from '../../../core/profile/link';
import { suggestedLabel } from '../../../core/profile/platform';
import { findPlatform } from '../../../core/profile/platform-catalogue';
import { readTypedLink } from '../../../core/profile/typed-link';

export interface PastedLinks {
  readonly urls: readonly string[];
  /** Entries that are not addresses. */
  readonly refused: readonly string[];
}

/** The addresses of a pasted list, separated by line breaks, spaces or commas, each once. */
export function pastedLinks(pasted: string): PastedLinks {
  const words = pasted.split(/[\s,;]+/).filter((word) => /[.:]\S/.test(word));
  const parsed = [...new Set(words)].map((word) => ({ word, read: readTypedLink(word) }));
  return {
    urls: [...new Set(parsed.flatMap(({ read }) => (read.kind === 'url' ? [read.url] : [])))],
    refused: parsed.flatMap(({ word, read }) => (read.kind === 'url' ? [] : [word])),
  };
}

/** A new link with its platform's label. */
export const newLink = (url: string, order: number): DraftLink => ({
  url,
  label: (findPlatform(url)?.label ?? suggestedLabel(url)).slice(0, maxLabelLength),
  order,
  on: true,
});

interface Fitting {
  readonly added: readonly string[];
  /** The number of new links beyond the limit. */
  readonly leftOut: number;
  /** Those already in the list: the owner is asked about them. */
  readonly again: readonly string[];
}

/** The new links that fit, and those already in the list. */
export function fitting(urls: readonly string[], links: Readonly<Record<string, DraftLink>>): Fitting {
  const there = new Set(Object.values(links).map(({ url }) => url));
  const fresh = urls.filter((url) => !there.has(url));
  const added = fresh.slice(0, Math.max(0, maxLinks - Object.keys(links).length));
  const again = urls.filter((url) => there.has(url));
  return { added, leftOut: fresh.length - added.length, again };
}
