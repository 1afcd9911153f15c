import { readFile, writeFile } from 'node:fs/promises';

/** The files that each part of a walk ran, by the part. */
export type WalkParts = Readonly<Record<string, readonly string[]>>;

/** Adds to the file that `npm run shape` reads, if it asks for one. */
export async function addParts(parts: WalkParts): Promise<void> {
  const file = process.env['BUSKER_WALK_PARTS'];
  if (file === undefined) return;
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as WalkParts;
  await writeFile(file, JSON.stringify({ ...before, ...parts }));
}
