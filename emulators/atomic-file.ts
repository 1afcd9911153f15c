import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file atomically: a reader finds the old or the new text, also after a power failure. Only the owner can
 * read the file.
 */
export async function writeFileAtomically(
  path: string,
  text: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(text, encoding);
    await file.datasync();
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(next, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}
