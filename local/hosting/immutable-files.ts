import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { releasedFileAt, type ImmutableFiles } from '../../core/web/route-headers';

/** The paths below a folder; none when it does not exist. */
const pathsBelow = async (folder: string): Promise<readonly string[]> => {
  try {
    const paths = await readdir(folder, { recursive: true });
    return paths.map((path) => path.replaceAll('\\', '/')).toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

/** The files of a build whose content never changes: those of its embed version, and the hashed files of its dashboard. */
export async function immutableFiles(dist: string): Promise<ImmutableFiles> {
  const [embed, assets] = await Promise.all([
    pathsBelow(join(dist, 'embed')),
    pathsBelow(join(dist, 'dashboard/assets')),
  ]);
  return {
    embed: embed.filter((path) => releasedFileAt(`/embed/${path}`) !== null),
    assets: assets.filter((name) => releasedFileAt(`/assets/${name}`) !== null),
  };
}
