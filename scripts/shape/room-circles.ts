import { readFile } from 'node:fs/promises';
import { root } from '../record/root';
import { doorsOf, packagesIn, type Package } from './doors';
import { isSource } from './source-files';

/** Programs in which no two rooms import each other. */
export const programs: readonly string[] = [
  'core',
  'dashboard',
  'emulators',
  'functions',
  'scripts',
  'widget',
];

/** What the rule says about each pair of rooms that import each other: the imports of the direction that has fewer, since these are the ones to cut. */
export function roomCircles(
  texts: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, Package> = new Map(),
): readonly string[] {
  const { pairs, imports } = doorsOf(texts, packages);
  // Files beside the rooms, such as functions/app.ts, put the rooms together, so they may import each other.
  const rooms = pairs.filter(([a, b]) =>
    programs.some((program) => a.startsWith(`${program}/`) && b.startsWith(`${program}/`)),
  );
  return rooms.map(([a, b]) => {
    const [there, back] = [imports.get(`${a} ${b}`) ?? [], imports.get(`${b} ${a}`) ?? []];
    const fewer = there.length <= back.length ? there : back;
    return [`${a} and ${b} import each other. Cut:`, ...fewer.map((each) => `  ${each}`), ''].join('\n');
  });
}

/** The same for the files of the repository. */
export async function roomCirclesIn(files: readonly string[]): Promise<readonly string[]> {
  const own = files.filter(
    (file) => programs.some((program) => file.startsWith(`${program}/`)) && isSource(file),
  );
  const texts = await Promise.all(
    own.map(async (file) => [file, await readFile(root + file, 'utf8')] as const),
  );
  return roomCircles(new Map(texts), await packagesIn(files));
}
