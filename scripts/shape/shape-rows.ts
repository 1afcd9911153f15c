import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { type Profiler, Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../record/compare';
import { roomDoors } from './room-doors';
import { type Package, doorsOf, isCode, isMessages, isSource, isTest, isWalked, packagesIn } from './doors';

/** The files that a walk of CONTRIBUTING.md names, each once: the numbered lines below its title. */
export function namedFiles(page: string, title: string): readonly string[] {
  const [, section = ''] = page.split(`\n### ${title}\n`);
  const [own = ''] = section.split(/\n#{2,3} /);
  const files = [...own.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
  return [...new Set(files)];
}

/** The files that each part of a walk ran, by the part. */
export type WalkParts = Readonly<Record<string, readonly string[]>>;

/** Adds to the file that `npm run shape` reads, if it asks for one. */
export async function addParts(parts: WalkParts): Promise<void> {
  const file = process.env['BUSKER_WALK_PARTS'];
  if (file === undefined) return;
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as WalkParts;
  await writeFile(file, JSON.stringify({ ...before, ...parts }));
}

/** One line of the table. */
export interface ShapeRow {
  readonly says: string;
  /** The target: the most that it shall be; null = it is only shown. */
  readonly most: number | null;
  readonly is: number;
  /** What makes up the number, the largest first. */
  readonly details: readonly string[];
}

/** Most lines that a file may have, as in .oxlintrc.json. */
const longest = 700;

interface Bound {
  readonly most: number;
  /** The day on which that much was measured. */
  readonly on: string;
}

/**
 * Where a target is not reached, by the row: the most that it may be, never raised. Whoever makes it smaller writes the new number here. What was
 * measured on the day, but for files and lines: what is built later may add five percent to these.
 */
const bounds: Readonly<Record<string, Bound>> = {
  'their lines': { most: 168_300, on: '2026-11-30' },
  'files from a webhook to the mail': { most: 34, on: '2026-11-30' },
};

/** Whether a row is at its target; or not, but at most what was measured on a day; or above that. */
export function stateOf(
  { says, most, is }: Pick<ShapeRow, 'says' | 'most' | 'is'>,
  known: Readonly<Record<string, Bound>> = bounds,
): { readonly state: 'met' | 'open' | 'missed'; readonly bound: Bound | null } {
  if (most === null || is <= most) return { state: 'met', bound: null };
  const bound = known[says] ?? null;
  return { state: bound !== null && is <= bound.most ? 'open' : 'missed', bound };
}

async function trackedFiles(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files'], { cwd: root, maxBuffer: 1 << 28 });
  return stdout.trim().split('\n');
}

async function textsOf(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(root + file, 'utf8').catch(() => '')] as const),
    ),
  );
}

const row = (says: string, most: number | null, is: number, details: readonly string[] = []): ShapeRow => ({
  says,
  most,
  is,
  details,
});

/** The rows that need only the text of the files. */
export async function rowsOfFiles(): Promise<readonly ShapeRow[]> {
  const tracked = await trackedFiles();
  const code = tracked.filter(isCode);
  const texts = await textsOf(code.filter(isSource));
  const sizes = [...texts].map(([file, text]) => [file, text.split('\n').length - 1] as const);
  const bySize = sizes.toSorted(([, a], [, b]) => a - b);
  const lines = bySize.map(([, size]) => size);
  const at = (part: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * part))] ?? 0;
  const linesIn = (folder: string) =>
    sizes.reduce((sum, [file, size]) => sum + (file.startsWith(folder) ? size : 0), 0);
  const sum = linesIn('');
  const longestFiles = bySize.filter(([, size]) => size > longest).map(([file, size]) => `${file} ${size}`);
  return [
    row('tracked files', 1900, tracked.length),
    row('source files, without tests, stories, doubles and texts', 1050, texts.size),
    row('their lines', 135_000, sum),
    row('lines of the workshop (scripts/)', 7500, linesIn('scripts/')),
    row('lines of the program of hosts (host/)', null, linesIn('host/')),
    row('lines of a file, mean', null, Math.round(sum / texts.size)),
    row('lines of a file, median', null, at(0.5)),
    row('lines of a file, p90', 320, at(0.9)),
    row('lines of the longest file', longest, lines.at(-1) ?? 0, longestFiles),
    row('files of texts that are code', null, code.filter(isMessages).length),
    row('files of tests, stories and doubles', null, code.filter(isTest).length),
    row('files of tests', 480, code.filter((file) => /\.(test|spec)\./.test(file)).length),
    ...rowsOfRooms(texts, await packagesIn(tracked)),
  ];
}

function rowsOfRooms(
  texts: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, Package>,
): readonly ShapeRow[] {
  const { pairs } = doorsOf(texts, packages);
  const wide = roomDoors(texts, packages);
  const within = (program: string) =>
    pairs
      .filter((pair) => pair.every((room) => room.startsWith(`${program}/`)))
      .map(([a, b]) => `${a} and ${b}`);
  const pairRow = (program: string, most: number | null) =>
    row(
      `pairs of rooms in ${program}/ that import each other`,
      most,
      within(program).length,
      within(program),
    );
  return [
    row('rooms with more than three doors', 0, wide.length, wide),
    pairRow('core', 0),
    pairRow('functions', 0),
    pairRow('widget', 0),
    pairRow('dashboard', null),
  ];
}

/** The rows of the walks of CONTRIBUTING.md. */
export async function rowsOfContributing(): Promise<readonly ShapeRow[]> {
  const page = await readFile(`${root}CONTRIBUTING.md`, 'utf8');
  const named = (says: string, title: string, most: number) => {
    const files = namedFiles(page, title);
    return row(`files that CONTRIBUTING.md names for ${says}`, most, files.length, files);
  };
  return [
    row('lines of CONTRIBUTING.md', 200, page.split('\n').length - 1),
    named('a tip, from the tap to "Thank you"', "A fan's tip", 35),
    named('an edit', "An owner's edit", 18),
    named('a picture', 'A picture', 20),
  ];
}

export function rowsOfWalks(parts: WalkParts): readonly ShapeRow[] {
  const ran = (says: string, most: number | null, isPart: (part: string) => boolean) => {
    const files = new Set(Object.entries(parts).flatMap(([part, each]) => (isPart(part) ? each : [])));
    return row(says, most, files.size, [...files].toSorted());
  };
  const starts =
    (...words: readonly string[]) =>
    (part: string) =>
      words.some((word) => part.startsWith(word));
  return [
    ran(
      'files that a tip runs, from the tap to the owner’s screen and mail',
      120,
      starts('card:', 'tip:', 'screen:'),
    ),
    ran('… of these in the card, to "Thank you"', null, starts('card:')),
    ran('… of these on the server, with webhook and mail', null, starts('tip:')),
    ran('files that an edit runs, from the key to the published profile', 40, starts('edit:')),
    ran('… of these on the server', null, (part) => part === 'edit: publish' || part === 'edit: read'),
    ran('files from a webhook to the mail', 30, starts('webhook', 'mail')),
    ran('files from a renewal to the mail', 48, starts('renewal:')),
  ];
}

/** Which source files ran: those of which a function was called. What only loads, because another file imports it, has not run. */
export class CalledFiles {
  private readonly session = new Session();

  /** Counts calls from now on. What a walk needs should be loaded by then. */
  async start(): Promise<void> {
    this.session.connect();
    await this.session.post('Debugger.enable');
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** The functions that ran at any time before. */
  private readonly before = new Set<string>();

  /** The files that ran since the start, or since the last call of this; without tests, doubles and texts. */
  take(): Promise<readonly string[]> {
    return this.filesWith(() => true);
  }

  /**
   * The same, but only files with a function that had not run before. A screen runs all its components again whenever something changes; what an
   * action itself runs has not run while the screen was shown.
   */
  takeNew(): Promise<readonly string[]> {
    return this.filesWith((key) => !this.before.has(key));
  }

  private async filesWith(counts: (key: string) => boolean): Promise<readonly string[]> {
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    const walked = result
      .map((script) => ({ script, path: pathOf(script.url) }))
      .filter(({ path }) => isWalked(path));
    const called: { readonly path: string; readonly key: string }[] = [];
    for (const { script, path } of walked) {
      const { scriptId } = script;
      const { scriptSource } = await this.session.post('Debugger.getScriptSource', { scriptId });
      const places = calledFunctions(script, scriptSource);
      called.push(...places.map((place) => ({ path, key: `${path}:${place}` })));
    }
    const files = called.filter(({ key }) => counts(key)).map(({ path }) => path);
    for (const { key } of called) this.before.add(key);
    return [...new Set(files)].toSorted();
  }
}

const pathOf = (url: string): string => {
  const [path = ''] = url.split('?', 1);
  return relative(process.cwd(), path.startsWith('file:') ? fileURLToPath(path) : path);
};

/** The head that Vitest puts before a module, which is a function of its own. */
const mostHead = 400;

/** What Vitest makes of each export, and runs when another file reads it, be it only a constant. */
const exported = /^\(\) => \{ try \{ return [\w$]+ \} catch \{\} \}$/;

/** The places of the functions that were called. The outermost one of a script is its module, which runs when it loads. */
function calledFunctions({ functions }: Profiler.ScriptCoverage, source: string): readonly number[] {
  const end = Math.max(...functions.map(({ ranges: [range] }) => range?.endOffset ?? 0));
  return functions.flatMap(({ functionName, ranges: [range] }) => {
    if (range === undefined || range.count === 0) return [];
    if (exported.test(source.slice(range.startOffset, range.endOffset))) return [];
    const isModule = functionName === '' && range.startOffset < mostHead && range.endOffset > end - mostHead;
    return isModule ? [] : [range.startOffset];
  });
}
