import type { Reporter } from 'vitest/node';

/** What the watch reads of Vitest's own test modules and cases. */
interface Module {
  readonly moduleId: string;
}
interface Case {
  readonly module: Module;
  readonly fullName: string;
}

/**
 * A test and a hook have three minutes, and the longest one, which has no such clock, takes one or two where others work too: a file of
 * which nothing is heard for so long is stuck.
 */
const SILENCE = 10 * 60_000;

/**
 * Reporter for Vitest. A test that computes in a circle stops its own clock too, and Vitest then waits for its file for ever: a run in CI
 * ended that way without a word of which. This one names the file and ends the run.
 */
export class StalledTests {
  readonly #running = new Map<string, { where: string; at: number }>();
  readonly #end: (told: string) => void;
  readonly #silence: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param silence milliseconds */
  constructor(end: (told: string) => void = endRun, silence = SILENCE) {
    this.#end = end;
    this.#silence = silence;
  }

  onTestRunStart() {
    this.#timer = setInterval(() => {
      this.#look();
    }, this.#silence / 10);
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  onTestModuleQueued(module: Module) {
    this.#heard(module, 'before its first test');
  }

  onTestCaseReady({ module, fullName }: Case) {
    this.#heard(module, `in "${fullName}" or after it`);
  }

  onTestCaseResult({ module, fullName }: Case) {
    this.#heard(module, `after "${fullName}"`);
  }

  onTestModuleEnd({ moduleId }: Module) {
    this.#running.delete(moduleId);
  }

  #heard({ moduleId }: Module, where: string) {
    this.#running.set(moduleId, { where, at: performance.now() });
  }

  #look() {
    const stalled = [...this.#running].filter(([, { at }]) => performance.now() - at > this.#silence);
    if (stalled.length === 0) return;
    clearInterval(this.#timer);
    this.#end(stalled.map(([file, { where }]) => `${file} is stuck ${where}.`).join('\n'));
  }
}

function endRun(told: string) {
  console.error(`\n${told}`);
  process.exit(1);
}

/** What Vitest reports to: the terminal, `npm test` where that asks for a file, and the watch; a hunt's tests may be silent for long. */
export function testReporters() {
  const outputFile = process.env['BUSKER_TEST_REPORT'];
  const reporters: (Reporter | 'default' | ['json', { outputFile: string }])[] = ['default'];
  if (outputFile) reporters.push(['json', { outputFile }]);
  if (!process.env['BUSKER_HUNT'] && !process.env['BUSKER_SOAK']) reporters.push(new StalledTests());
  return reporters;
}
