export interface Listing {
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
  readonly nextPageToken: string | undefined;
}

export interface ListOptions {
  readonly prefix: string;
  readonly delimiter: string;
  readonly maxResults: number;
  readonly pageToken: string | undefined;
}

const encodeToken = (last: string): string => Buffer.from(last, 'utf8').toString('base64url');
const decodeToken = (token: string): string => Buffer.from(token, 'base64url').toString('utf8');
const isAfter = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0;

/**
 * Pages through sorted names. With a delimiter, all names below the next one become one prefix; names and prefixes
 * count alike. The token is the last returned name, so that the next page is correct after changes.
 */
export function listObjects(sorted: readonly string[], options: ListOptions): Listing {
  const after = options.pageToken === undefined ? null : decodeToken(options.pageToken);
  const names: string[] = [];
  const prefixes: string[] = [];
  let last: string | null = null;
  for (const name of sorted) {
    const shown = shownAs(name, options);
    if (shown === null || shown.text === last || (after !== null && !isAfter(shown.text, after))) continue;
    if (names.length + prefixes.length === options.maxResults) {
      return { names, prefixes, nextPageToken: encodeToken(last ?? '') };
    }
    last = shown.text;
    (shown.folded ? prefixes : names).push(shown.text);
  }
  return { names, prefixes, nextPageToken: undefined };
}

/** The name itself, or its prefix up to the delimiter. */
function shownAs(name: string, { prefix, delimiter }: ListOptions): { text: string; folded: boolean } | null {
  if (!name.startsWith(prefix)) return null;
  const cut = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
  return cut === -1
    ? { text: name, folded: false }
    : { text: name.slice(0, cut + delimiter.length), folded: true };
}
