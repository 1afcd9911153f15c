import { readUrl } from '../../../core/base/safe-url';
import { maxLabelLength, maxLinks, type DraftLink } from '../../../core/profile/link';
import { suggestedName } from '../../../core/profile/readable-address';
import type { TypedLink } from '../../../core/profile/typed-link';
import { readLink } from './read-link';

export interface PastedLinks {
  readonly urls: readonly string[];
  /** Entries that are not addresses. */
  readonly refused: readonly string[];
}

/** The addresses of a pasted list, separated by line breaks, spaces or commas. One that is written twice comes twice. */
export function pastedLinks(pasted: string): PastedLinks {
  const words = pasted.split(/[\s,;]+/).filter((word) => /[.:]\S/.test(word));
  const parsed = words.map((word) => ({ word, url: addressOf(readLink(word)) }));
  return {
    urls: parsed.flatMap(({ url }) => url ?? []),
    refused: [...new Set(parsed.flatMap(({ word, url }) => (url === null ? [word] : [])))],
  };
}

/** In a list nothing is asked: what is written like an email address is one. */
function addressOf(read: TypedLink): string | null {
  switch (read.kind) {
    case 'url':
      return read.url;
    case 'mail-or-profile':
      return read.mail;
    case 'name':
    case 'refused':
      return null;
  }
}

/** A new link with its platform's label. */
export const newLink = (url: string, order: number): DraftLink => ({
  url,
  label: suggestedName(url).slice(0, maxLabelLength),
  order,
  on: true,
});

interface Fitting<T> {
  readonly added: readonly T[];
  /** The number of new links beyond the limit. */
  readonly leftOut: number;
  /** Those that the list has already, or that were given twice, each once: the owner is asked about them. */
  readonly again: readonly T[];
}

/** Sorts given links into new ones that fit and those that would be in the list twice. */
export function fitting<T extends { readonly url: string }>(
  given: readonly T[],
  links: Readonly<Record<string, DraftLink>>,
): Fitting<T> {
  const there = new Set(Object.values(links).map(({ url }) => placeOf(url)));
  const fresh: T[] = [];
  const again = new Map<string, T>();
  for (const link of given) {
    const place = placeOf(link.url);
    if (there.has(place)) again.set(place, again.get(place) ?? link);
    else fresh.push(link);
    there.add(place);
  }
  const added = fresh.slice(0, roomIn(links));
  const left = new Set(fresh.slice(added.length).map(({ url }) => placeOf(url)));
  const asked = [...again].filter(([place]) => !left.has(place)).map(([, link]) => link);
  return { added, leftOut: fresh.length - added.length, again: asked };
}

export const roomIn = (links: Readonly<Record<string, DraftLink>>): number =>
  Math.max(0, maxLinks - Object.keys(links).length);

/** The same text for addresses that lead to the same page: with and without `www.`, encryption or a closing slash, in any spelling of the host. */
function placeOf(url: string): string {
  const parsed = readUrl(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return parsed?.href ?? url;
  const { host, pathname, search, hash } = parsed;
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}${hash}`;
}
