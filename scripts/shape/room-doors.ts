import { readFile } from 'node:fs/promises';
import { root } from '../record/root';
import { doorsOf } from './doors';
import { isSource } from './source-files';

/** How many of its files a room shows to others: whoever reads a room from outside reads these first. */
const mostDoors = 3;

/**
 * Rooms that show more, with the number of today. A number may only sink. What the card uses of `core` lies in many files, because a file that two
 * chunks of the card need lies in the first one whole; a release record reads the versions of stored documents by file; and programs outside of this
 * repository start `local/hosting` by the paths of its files.
 */
const wider: Readonly<Record<string, number>> = {
  'local/hosting': 5,
};

/** What the rule says about each room that shows too many files: the imports of the file that fewest import, since these are the ones to cut. */
export function roomDoors(
  texts: ReadonlyMap<string, string>,
  most: Readonly<Record<string, number>> = wider,
): readonly string[] {
  const { doors, imports } = doorsOf(texts);
  const arrows = [...imports.values()].flat();
  const importsOf = (door: string) => arrows.filter((arrow) => arrow.endsWith(` imports ${door}`));
  // What lies beside the rooms, such as functions/deps.ts, has no room around it.
  return [...doors].flatMap(([room, files]) => {
    if (!room.includes('/')) return [];
    const limit = most[room] ?? mostDoors;
    if (files.size < limit && limit > mostDoors)
      return `${room} shows ${files.size} files, not ${limit}: lower its number in scripts/shape/room-doors.ts\n`;
    if (files.size <= limit) return [];
    const sorted = [...files].toSorted((a, b) => importsOf(a).length - importsOf(b).length);
    const [rarest = '', ...others] = sorted;
    return [
      `${room} shows ${files.size} files to other rooms, at most ${limit}. Cut:`,
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
