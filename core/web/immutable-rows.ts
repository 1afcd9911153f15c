import type { RouteHeaders } from './header-row';

/**
 * The files whose content never changes, by what a build or a deploy found. Hosting sends a row's headers with a 404 too, and a browser that keeps
 * a 404 as "immutable" would not ask again for a year, also when the next release has the file. So the rows name only files that exist.
 */
export interface ImmutableFiles {
  /** The published versions of the embed, whose folders never change. */
  readonly versions: readonly string[];
  /** The files of the dashboard in `/assets/`, whose names contain a hash. */
  readonly assets: readonly string[];
}

export const noFiles: ImmutableFiles = { versions: [], assets: [] };

const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** The service states no limit for one expression or for the number of rows. Both stay small: 24 names are about 600 characters. */
const namesPerRow = 24;

export function immutableRows({ versions, assets }: ImmutableFiles): readonly RouteHeaders[] {
  const names = assets.map((name) => name.replaceAll(/[.+*?^${}()|[\]\\]/g, String.raw`\$&`));
  const rows = Array.from({ length: Math.ceil(names.length / namesPerRow) }, (_, row) =>
    names.slice(row * namesPerRow, (row + 1) * namesPerRow),
  );
  return [
    ...rows.map((some) => ({ regex: `^/assets/(?:${some.join('|')})$`, headers })),
    ...versions.map((version) => ({ source: `/embed/${version}/**`, headers })),
  ];
}
