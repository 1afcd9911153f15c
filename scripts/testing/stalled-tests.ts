import type { Reporter } from 'vitest/node';

/** The parts of Vitest's test modules and cases that this reporter reads. */
interface Module {
  readonly moduleId: string;
}
interface Case {
  readonly module: Module;
  readonly fullName: string;
}

/**
 * A file that reports nothing for this long is stuck: a test and a hook have three minutes, and the few tests with a longer limit take
 * less than this on a busy machine.
 */
const SILENCE = 10 * 60_000;

/**
 * A test in an endless loop also stops its own timer, and Vitest then waits for ever. This reporter names the file and ends the run.
 */
export class StalledTests {
  readonly #running = new Map<string, { where: string; at: number }>();
  readonly #end: (message: string) => void;
  readonly #silence: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param silence milliseconds */
  constructor(end: (message: string) => void = endRun, silence = SILENCE) {
    this.#end = end;
    this.#silence = silence;
  }

  onTestRunStart() {
    this.#timer = setInterval(() => {
      this.#check();
    }, this.#silence / 10);
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  onTestModuleQueued({ moduleId }: Module) {
    this.#running.set(moduleId, { where: 'before its first test', at: performance.now() });
  }

  onTestCaseReady({ module, fullName }: Case) {
    this.#record(module, `in "${fullName}" or after it`);
  }

  onTestCaseResult({ module, fullName }: Case) {
    this.#record(module, `after "${fullName}"`);
  }

  onTestModuleEnd({ moduleId }: Module) {
    this.#running.delete(moduleId);
  }

  /** In a browser the result of a file's last test can come after the file's own end, which must not start it again. */
  #record({ moduleId }: Module, where: string) {
    if (this.#running.has(moduleId)) this.#running.set(moduleId, { where, at: performance.now() });
  }

  #check() {
    const stalled = [...this.#running].filter(([, { at }]) => performance.now() - at > this.#silence);
    if (stalled.length === 0) return;
    clearInterval(this.#timer);
    this.#end(stalled.map(([file, { where }]) => `${file} is stuck ${where}.`).join('\n'));
  }
}

function endRun(message: string) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** The terminal, the report file of `npm test`, and the check for stuck files, except where tests take long on purpose. */
export function testReporters() {
  const outputFile = process.env['BUSKER_TEST_REPORT'];
  const reporters: (Reporter | 'default' | ['json', { outputFile: string }])[] = ['default'];
  if (outputFile) reporters.push(['json', { outputFile }]);
  if (!process.env['BUSKER_HUNT'] && !process.env['BUSKER_SOAK']) reporters.push(new StalledTests());
  return reporters;
}
