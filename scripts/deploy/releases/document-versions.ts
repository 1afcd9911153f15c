import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The version of each kind of stored document in these sources, by the name of its file. They are read from the text, because a release record has to
 * contain them all, and the modules do not export them.
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

/** Kinds of documents whose version in the newer release is one that the older release cannot read. */
export const raisedSince = (
  older: Readonly<Record<string, number>>,
  newer: Readonly<Record<string, number>>,
): readonly string[] =>
  Object.keys(newer).filter((name) => (newer[name] ?? 0) > (older[name] ?? newer[name] ?? 0));
