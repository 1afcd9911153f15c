import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from './folder-files';

/** A hash of twelve hexadecimal digits over the names and contents of a folder's files, and over a text that belongs to them. */
export async function folderHash(
  folder: string,
  text: string,
  isCounted: (path: string) => boolean = () => true,
): Promise<string> {
  const hash = createHash('sha256').update(text).update('\0');
  for (const path of (await filesBelow(folder)).filter(isCounted))
    hash
      .update(`${path}\0`)
      .update(await readFile(join(folder, path)))
      .update('\0');
  return hash.digest('hex').slice(0, 12);
}
