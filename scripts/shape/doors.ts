import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path/posix';
import { root } from '../record/compare';

/** A workspace package, by the name under which others import it. */
export interface Package {
  readonly folder: string;
  /** `exports` of its package.json: a path, or paths by condition. */
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export interface Doors {
  /** The files of each room that other rooms import. */
  readonly doors: ReadonlyMap<string, ReadonlySet<string>>;
  /** Pairs of rooms that import each other. */
  readonly pairs: readonly (readonly [string, string])[];
  /** From one room to another (`core/tip core/money`): the files that import, and what. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

/** Folders in which the rooms lie one level deeper. */
const deeper = /^(emulators|dashboard\/features|dashboard\/app)\//;

/** The room of a file: a folder of one subject inside a program. */
export function roomOf(file: string): string {
  const folders = dirname(file).split('/');
  return folders.slice(0, deeper.test(file) ? 3 : 2).join('/');
}

const endings = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx'];

/** The workspace packages of the repository, by name. @param files all of its files */
export async function packagesIn(files: readonly string[]): Promise<ReadonlyMap<string, Package>> {
  const found = files.filter((file) => /(^|\/)package\.json$/.test(file) && !/examples|fixture/.test(file));
  const packages = new Map<string, Package>();
  for (const file of found) {
    const { name, exports = {} } = JSON.parse(await readFile(root + file, 'utf8')) as Partial<Package> & {
      readonly name?: string;
    };
    if (name !== undefined) packages.set(name, { folder: dirname(file), exports });
  }
  return packages;
}

interface Import {
  readonly from: string;
  /** As it stands in the file. */
  readonly name: string;
  /** The file that it names; not those of packages of others. */
  readonly to: string | undefined;
}

/** All that these files import. */
export function importsIn(
  texts: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, Package>,
): readonly Import[] {
  const find = (path: string): string | undefined =>
    [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')]
      .flatMap((each) => endings.map((ending) => each + ending))
      .find((each) => texts.has(each));
  const targetOf = (from: string, name: string): string | undefined => {
    if (name.startsWith('.')) return find(normalize(join(dirname(from), name)));
    const found = [...packages].find(([each]) => name === each || name.startsWith(`${each}/`));
    if (found === undefined) return undefined;
    const [packageName, { folder, exports }] = found;
    return find(normalize(join(folder, exported(exports, `.${name.slice(packageName.length)}`))));
  };
  return [...texts].flatMap(([from, text]) =>
    [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name = '']) => ({
      from,
      name,
      to: targetOf(from, name),
    })),
  );
}

/** Counts what each room shows to others. `texts`: the sources by path. */
export function doorsOf(
  texts: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, Package> = new Map(),
): Doors {
  const doors = new Map<string, Set<string>>();
  const imports = new Map<string, string[]>();
  for (const { from, to } of importsIn(texts, packages)) {
    if (to === undefined || roomOf(to) === roomOf(from)) continue;
    doors.set(roomOf(to), (doors.get(roomOf(to)) ?? new Set()).add(to));
    const arrow = `${roomOf(from)} ${roomOf(to)}`;
    imports.set(arrow, [...(imports.get(arrow) ?? []), `${from} imports ${to}`]);
  }
  const pairs = [...imports.keys()]
    .map((arrow) => arrow.split(' ') as [string, string])
    .filter(([a, b]) => a < b && imports.has(`${b} ${a}`));
  return { doors, pairs, imports };
}

/** The file behind an entry of a package; without such an entry, the path itself. */
function exported(exports: Package['exports'], entry: string): string {
  const direct = exports[entry];
  if (direct !== undefined) return fileOf(direct);
  for (const [pattern, target] of Object.entries(exports)) {
    const [start = '', end] = pattern.split('*');
    if (end === undefined || !entry.startsWith(start) || !entry.endsWith(end)) continue;
    return fileOf(target).replace('*', entry.slice(start.length, entry.length - end.length));
  }
  return entry;
}

const fileOf = (target: string | Readonly<Record<string, string>>): string =>
  typeof target === 'string' ? target : (Object.values(target)[0] ?? '');

/** A script of any kind, but no declaration, and nothing that others wrote. */
export const isCode = (file: string): boolean =>
  /\.(tsx?|mjs|jsx?)$/.test(file) && !/\.d\.m?ts$|\/vendor\//.test(file);

/** Tests, stories, and what only they use. */
export const isTest = (file: string): boolean =>
  /\.(test|spec|stories|story|webkit|shape)\.|(^|\/)(e2e|stories|testing)\//.test(file) ||
  /-contract\.tsx?$/.test(file);

const language = /(^|[/.-])(ar|de|en|es|fr|it|ja|ko|nl|pl|pt|zh-hans)(-[a-z-]+)?\.tsx?$/i;

/** Texts in the languages, written as code. */
export const isMessages = (file: string): boolean =>
  /(^|\/)(messages|texts|words|languages)\//.test(file) || language.test(file.split('/').at(-1) ?? '');

export const isSource = (file: string): boolean => isCode(file) && !isTest(file) && !isMessages(file);

/** Doubles that stand for a service: a walk in memory runs with them, the real server without. */
const isDouble = (file: string): boolean => /(^|\/)(in-memory|fake|scripted|sample)[-/.]/.test(file);

/** A file of the product that a walk counts. */
export const isWalked = (file: string): boolean =>
  /^(core|functions|widget|dashboard|overlay)\//.test(file) && isSource(file) && !isDouble(file);
