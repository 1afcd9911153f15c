import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImmutableFiles } from '../../core/web/route-headers';

/** The names in a folder; none when it does not exist. */
const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });

/** The files of a build whose content never changes: its embed versions, and the hashed files of its dashboard. */
export async function immutableFiles(dist: string): Promise<ImmutableFiles> {
  const [embed, assets] = await Promise.all([
    namesIn(join(dist, 'embed')),
    namesIn(join(dist, 'dashboard/assets')),
  ]);
  return { versions: embed.filter((name) => /^\d+\.\d+\.\d+/.test(name)), assets };
}
