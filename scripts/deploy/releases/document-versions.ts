import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The version of each kind of stored document in these sources, by the name of its file. Read from the text, because a record of a release has to
 * name them all, and each module keeps its own to itself.
 */
export async function documentVersions(folder: string): Promise<Readonly<Record<string, number>>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('-document.ts')).toSorted();
  const versions: Record<string, number> = {};
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    const found = [...text.matchAll(/\bversion: (\d+)\b/g)].map(([, number]) => Number(number));
    if (found.length > 0) versions[file.replace('-document.ts', '')] = Math.max(...found);
  }
  return versions;
}

/** Kinds of documents that the newer release writes in a version that the older one refuses to read. */
export const raisedSince = (
  older: Readonly<Record<string, number>>,
  newer: Readonly<Record<string, number>>,
): readonly string[] =>
  Object.keys(newer).filter((name) => (newer[name] ?? 0) > (older[name] ?? newer[name] ?? 0));
