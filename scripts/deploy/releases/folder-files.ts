import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok } from '../../../core/base/result';
import { known } from '../google/reply';
import type { ReleaseFiles } from './release-files';

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;

/** The paths of the files below a folder, separated by `/`; none when the folder does not exist. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      )
      .toSorted();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** A folder on this machine, used in place of the bucket. */
export const folderFiles = (folder: string): ReleaseFiles => ({
  async list(prefix) {
    return known((await filesBelow(folder)).filter((path) => path.startsWith(prefix)));
  },
  async read(path) {
    try {
      return known(await readFile(join(folder, path)));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return known(null);
      throw error;
    }
  },
  async create(path, bytes) {
    try {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes, { flag: 'wx' });
      return ok('created');
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return ok('exists');
      throw error;
    }
  },
});
