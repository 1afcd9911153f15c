import { Session, type Profiler } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWalked } from './doors';

/** Which source files ran: those of which a function was called. What only loads, because another file imports it, has not run. */
export class CalledFiles {
  private readonly session = new Session();

  /** Counts calls from now on. What a walk needs should be loaded by then. */
  async start(): Promise<void> {
    this.session.connect();
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
    const called = result.flatMap((script) => {
      const path = pathOf(script.url);
      if (!isWalked(path)) return [];
      return calledFunctions(script).map((place) => ({ path, key: `${path}:${place}` }));
    });
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

/**
 * The places of the functions that were called. The outermost one of a script is its module, which runs when it loads. Vitest makes a getter of each
 * export, which runs when another file reads a constant.
 */
function calledFunctions({ functions }: Profiler.ScriptCoverage): readonly number[] {
  const end = Math.max(...functions.map(({ ranges: [range] }) => range?.endOffset ?? 0));
  return functions.flatMap(({ functionName, ranges: [range] }) => {
    if (range === undefined || range.count === 0 || functionName === 'get') return [];
    const isModule = functionName === '' && range.startOffset < mostHead && range.endOffset > end - mostHead;
    return isModule ? [] : [range.startOffset];
  });
}
