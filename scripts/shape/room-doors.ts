import { readFile } from 'node:fs/promises';
import { root } from '../record/compare';
import { type Package, doorsOf, importsIn, isCode, isSource, packagesIn } from './doors';

/** How many of its files a room shows to others: whoever reads a room from outside reads these first. */
const mostDoors = 3;

/** What the rule says about each room that shows too many files: the imports of the file that fewest import, since these are the ones to cut. */
export function roomDoors(
  texts: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, Package> = new Map(),
): readonly string[] {
  const { doors, imports } = doorsOf(texts, packages);
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

/**
 * A package imports another one by its name, and `exports` of its package.json list what others import, no more. Tests count here: what they alone import
 * is in the list too. The settings at the root are read by tools that know no names.
 */
export function packageBorders(
  texts: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, Package>,
): readonly string[] {
  const imports = importsIn(texts, packages);
  const packageOf = (file: string) => {
    const around = [...packages].filter(([, { folder }]) => file.startsWith(`${folder}/`));
    return around.toSorted(([, a], [, b]) => b.folder.length - a.folder.length)[0]?.[0];
  };
  const byPath = imports.flatMap(({ from, name, to }) => {
    const target = to !== undefined && name.startsWith('.') && from.includes('/') ? packageOf(to) : undefined;
    return target === undefined || target === packageOf(from) ? [] : [`${from}: import ${to} by ${target}\n`];
  });
  const asked = new Set(
    imports.flatMap(({ from, name }) =>
      name.startsWith(`${packageOf(from)}/`) ? [] : name.replace(/\?.*/, ''),
    ),
  );
  const spare = [...packages].flatMap(([name, { exports }]) =>
    Object.keys(exports)
      .filter((entry) => !asked.has(name + entry.slice(1)))
      .map((entry) => `${name} exports ${entry}, which no other package imports\n`),
  );
  return [...byPath, ...spare];
}

/** The same for the files of the repository. */
export async function roomDoorsIn(files: readonly string[]): Promise<readonly string[]> {
  const texts = new Map(
    await Promise.all(
      files.filter(isCode).map(async (file) => [file, await readFile(root + file, 'utf8')] as const),
    ),
  );
  const packages = await packagesIn(files);
  const sources = new Map([...texts].filter(([file]) => isSource(file)));
  return [...roomDoors(sources, packages), ...packageBorders(texts, packages)];
}

/** Programs in which no two rooms import each other. */
export const programs: readonly string[] = [
  'core',
  'dashboard',
  'emulators',
  'functions',
  'host',
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
