import { readFile } from 'node:fs/promises';
import { root } from '../record/root';
import { doorsOf } from './doors';
import { isSource } from './source-files';

/** How many of its files a room shows to others: whoever reads a room from outside reads these first. */
const mostDoors = 3;

/** What the rule says about each room that shows too many files: the imports of the file that fewest import, since these are the ones to cut. */
export function roomDoors(texts: ReadonlyMap<string, string>): readonly string[] {
  const { doors, imports } = doorsOf(texts);
  const arrows = [...imports.values()].flat();
  const importsOf = (door: string) => arrows.filter((arrow) => arrow.endsWith(` imports ${door}`));
  // What lies beside the rooms, such as functions/deps.ts, has no room around it.
  return [...doors].flatMap(([room, files]) => {
    if (!room.includes('/') || files.size <= mostDoors) return [];
    const sorted = [...files].toSorted((a, b) => importsOf(a).length - importsOf(b).length);
    const [rarest = '', ...others] = sorted;
    return [
      `${room} shows ${files.size} files to other rooms, at most ${mostDoors}. Cut:`,
      ...importsOf(rarest).map((each) => `  ${each}`),
      `or merge it into one of ${others.toReversed().join(', ')}`,
      '',
    ].join('\n');
  });
}

/** The same for the files of the repository. */
export async function roomDoorsIn(files: readonly string[]): Promise<readonly string[]> {
  const texts = await Promise.all(
    files.filter(isSource).map(async (file) => [file, await readFile(root + file, 'utf8')] as const),
  );
  return roomDoors(new Map(texts));
}
