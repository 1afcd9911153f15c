import { matchesGlob } from './hosting-glob';

/** Headers for the paths that match. */
export type RouteHeaders = {
  readonly headers: Readonly<Record<string, string>>;
} & (
  | {
      /** Firebase Hosting's glob over the path: `*` within a segment, `**` across segments. */
      readonly source: string;
    }
  | {
      /** A regular expression over the path, which the service reads as RE2. */
      readonly regex: string;
    }
);

const matches = (row: RouteHeaders, path: string): boolean =>
  'source' in row ? matchesGlob(row.source, path) : new RegExp(row.regex).test(path);

export function headersFor(rows: readonly RouteHeaders[], path: string): Readonly<Record<string, string>> {
  const found = rows.filter((row) => matches(row, path)).map(({ headers }) => headers);
  return Object.assign({}, ...found) as Record<string, string>;
}
