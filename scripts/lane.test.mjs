import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emulatorTests, hashOfEmulators, noting, recordFile } from './emulators-tested.mjs';
import { inOrder, runLane } from './lane.mjs';
import { sayingSteps } from './say-steps.mjs';
import { heldBefore, readPromises, textsOfRepository } from './promises.mjs';

describe('a lane', () => {
  /** Everything that a lane prints, and its exit code. */
  async function printed(steps, argv = []) {
    let text = '';
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((said) => {
      text += String(said);
      return true;
    });
    const code = await runLane({ command: 'npm test', about: 'a lane', steps }, argv);
    out.mockRestore();
    return { code, text: text.trim() };
  }

  const step = (result) => ({ says: 'what it does', run: () => Promise.resolve(result) });
  const steps = { lint: step({ passed: 1, failed: 0 }), unit: step({ passed: 20, failed: 0 }) };

  it('says at its start which steps it runs, then one line for each, and ends with the counts of all', async () => {
    const { code, text } = await printed(steps);
    expect(code).toBe(0);
    expect(text.startsWith('npm test: lint, unit\n')).toBe(true);
    expect(text).toMatch(/\n✓ lint: 1 passed, 0 failed \(\d\.\d s\)\n/);
    expect(text).toMatch(/\n21 passed, 0 failed$/);
  });

  it('fails when a test failed, prints what the step printed, and names the failures at the end', async () => {
    const unit = step({ passed: 19, failed: 1, output: 'what was printed', failures: ['a › b'] });
    const { code, text } = await printed({ ...steps, unit });
    expect(code).toBe(1);
    expect(text).toContain('✘ unit: 19 passed, 1 failed');
    expect(text).toContain('what was printed');
    expect(text).toContain('Failed:\n\na › b');
    expect(text).toMatch(/\n20 passed, 1 failed$/);
  });

  it('counts a step that throws as one failure', async () => {
    const broken = { says: 'what it does', run: () => Promise.reject(new Error('no disk')) };
    const { code, text } = await printed({ ...steps, unit: broken });
    expect(code).toBe(1);
    expect(text).toContain('no disk');
    expect(text).toMatch(/\n1 passed, 1 failed$/);
  });

  it('runs the named steps alone', async () => {
    expect((await printed(steps, ['lint'])).text).toMatch(/\n1 passed, 0 failed$/);
  });

  it('refuses a step and an option that it does not know, with the list of those that it does', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const ended = vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`ended with ${code}`);
    });
    const lane = { command: 'npm test', about: 'a lane', steps };
    await expect(runLane(lane, ['lint', 'unti'])).rejects.toThrow('ended with 1');
    await expect(runLane(lane, ['--fast'])).rejects.toThrow('ended with 1');
    expect(said.mock.calls.flat()).toEqual([
      'npm test has no step unti. Its steps are lint, unit.',
      'npm test has no option --fast. Its options are --help.',
    ]);
    ended.mockRestore();
    said.mockRestore();
  });
});

describe('steps in their order', () => {
  /** Runs steps that end when the test says so; `log` holds what started and ended, in order. */
  function played(steps, atATime) {
    const log = [];
    const ends = new Map();
    const all = inOrder(
      steps,
      (name) => {
        log.push(`start ${name}`);
        return new Promise((resolve) => ends.set(name, resolve));
      },
      atATime,
    );
    const end = async (name) => {
      log.push(`end ${name}`);
      ends.get(name)();
      await new Promise(setImmediate);
    };
    return { all, log, end };
  }

  it('runs two steps at a time in their order', async () => {
    const { all, log, end } = played({ a: {}, b: {}, c: {} }, 2);
    expect(log).toEqual(['start a', 'start b']);
    await end('b');
    await end('a');
    await end('c');
    await all;
    expect(log).toEqual(['start a', 'start b', 'end b', 'start c', 'end a', 'end c']);
  });

  it('starts a later step while an earlier one waits for the step that it needs', async () => {
    const { log, end } = played({ build: {}, e2e: { after: 'build' }, lint: {}, unit: {} }, 2);
    expect(log).toEqual(['start build', 'start lint']);
    await end('build');
    expect(log.at(-1)).toBe('start e2e');
  });

  it('does not wait for a step that is not to run', async () => {
    const { log } = played({ e2e: { after: 'build' } }, 2);
    expect(log).toEqual(['start e2e']);
  });

  it('ends at once without steps', async () => {
    await expect(inOrder({}, () => Promise.resolve(), 2)).resolves.toBeUndefined();
  });
});

describe('what the lines say of steps', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function scenario({ live = false, columns = 80 } = {}) {
    let written = '';
    const out = { columns, write: (text) => ((written += text), true) };
    return { ...sayingSteps({ out, live, now: () => Date.now() }), written: () => written };
  }

  it('writes one plain line a step with its time into a log', () => {
    const { begin, say, written } = scenario();
    say('npm run build: two targets');
    const widget = begin('widget', 'Rollup bundles it');
    const overlay = begin('overlay');
    vi.advanceTimersByTime(3_200);
    widget.done('built');
    overlay.failed();
    expect(written()).toBe('npm run build: two targets\n✓ widget: built (3.2 s)\n✘ overlay (3.2 s)\n');
  });

  it('says in a log after ten seconds what a step waits for, and then every minute what it waits for now', () => {
    const { begin, written } = scenario();
    let count = 1;
    const step = begin('unit', () => `${count} of 3 files`);
    vi.advanceTimersByTime(9_900);
    expect(written()).toBe('');
    vi.advanceTimersByTime(51_000);
    count = 2;
    vi.advanceTimersByTime(60_000);
    step.done();
    vi.advanceTimersByTime(120_000);
    expect(written()).toBe(
      '… unit: 10 s, 1 of 3 files\n… unit: 60 s, 1 of 3 files\n… unit: 120 s, 2 of 3 files\n✓ unit (121 s)\n',
    );
  });

  it('shows what runs in one line that fits a terminal, and clears it before every other line', () => {
    const { begin, say, written } = scenario({ live: true, columns: 30 });
    const widget = begin('widget', 'Rollup reads more than fits into this line');
    expect(written()).toBe('\r\u001B[2K… widget 0 s');
    vi.advanceTimersByTime(10_500);
    expect(written().split('\r\u001B[2K').at(-1)).toBe('… widget 10 s, Rollup reads m');
    say('a word between');
    expect(written()).toContain('\r\u001B[2Ka word between\n\r\u001B[2K… widget 10 s');
    widget.done('built');
    expect(written().endsWith('\r\u001B[2K✓ widget: built (10.5 s)\n')).toBe(true);
  });

  it('counts a step as ended once', () => {
    const { begin, written } = scenario();
    const step = begin('types');
    step.failed('2 errors');
    step.done();
    expect(written()).toBe('✘ types: 2 errors (0.0 s)\n');
  });
});

describe('the note of the emulators’ tests', () => {
  let folder = '';
  const write = async (file, text) => {
    await mkdir(dirname(folder + file), { recursive: true });
    await writeFile(folder + file, text);
  };
  beforeEach(async () => {
    folder = (await mkdtemp(join(tmpdir(), 'busker-emulators-'))) + sep;
    for (const file of [
      'emulators/stripe/refunds.ts',
      'emulators/README.md',
      'rules/firestore.rules',
      'package-lock.json',
      'scripts/testing/every-test.ts',
      'scripts/emulator-packages.mjs',
      'scripts/load-servers.mjs',
      'scripts/testing/test-depth.ts',
      'vitest.config.mjs',
      'widget/card.tsx',
    ])
      await write(file, `${file}\n`);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const counts = { passed: 1667, failed: 0 };
  /** A run of the emulators' own tests that ends with these counts. */
  const ran = (result = counts, meanwhile = () => Promise.resolve()) => {
    const step = { says: 'the tests', run: () => meanwhile().then(() => result) };
    return noting(step, { folder, now: () => new Date('2026-11-29T08:00:00Z') }).run(() => undefined);
  };
  const due = async () => (await emulatorTests(folder)).due;
  const record = () => readFile(folder + recordFile, 'utf8').then(JSON.parse);

  it('notes for which files the tests passed, and says that the note belongs into the commit', async () => {
    expect(await ran()).toEqual({ ...counts, notRun: [`${recordFile} notes that they passed: commit it`] });
    expect(await record()).toEqual({
      hash: await hashOfEmulators(folder),
      testedOn: '2026-11-29',
      passed: 1667,
    });
    expect(await emulatorTests(folder)).toEqual({
      due: false,
      says: 'their own tests do not run: they passed on 2026-11-29 with these very files',
    });
  });

  it('notes the same files only once', async () => {
    await ran();
    expect(await ran()).toEqual(counts);
  });

  it.each([
    'emulators/stripe/refunds.ts',
    'rules/firestore.rules',
    'package-lock.json',
    'vitest.config.mjs',
    'scripts/testing/test-depth.ts',
  ])('lets the tests run after a change of %s, however many commits came after it', async (file) => {
    await ran();
    await appendFile(folder + file, 'changed');
    expect(await emulatorTests(folder)).toEqual({
      due: true,
      says: 'their own tests run: their files are not those of 2026-11-29 in emulators/tested.json',
    });
  });

  it('lets the tests run for a new file and for one that has gone', async () => {
    await ran();
    await write('emulators/auth/new.ts', '');
    expect(await due()).toBe(true);
    await ran();
    await rm(`${folder}emulators/auth/new.ts`);
    expect(await due()).toBe(true);
  });

  it('leaves the tests out after changes of other folders and of documents', async () => {
    await ran();
    await appendFile(`${folder}widget/card.tsx`, 'changed');
    await appendFile(`${folder}emulators/README.md`, 'changed');
    expect(await due()).toBe(false);
  });

  it('lets the tests run where there is no note, or none that can be read', async () => {
    const unread = { due: true, says: 'their own tests run: there is no emulators/tested.json to read' };
    expect(await emulatorTests(folder)).toEqual(unread);
    await write(recordFile, '<<<<<<< HEAD');
    expect(await emulatorTests(folder)).toEqual(unread);
  });

  it('notes nothing when a test failed, none ran, or a file changed meanwhile', async () => {
    await ran({ passed: 1666, failed: 1 });
    await ran({ passed: 0, failed: 0 });
    await ran(counts, () => appendFile(`${folder}rules/firestore.rules`, 'changed'));
    expect(await due()).toBe(true);
    await expect(record()).rejects.toThrow('ENOENT');
  });
});

const page = '| id | promise |\n| --- | --- |\n| tag-001 | Links work |\n| tag-002 | So do tips |\n';
const holding = (id, next = "it('works', () => {") => `// Holds ${id}.\n${next}\n`;

/** What a repository says whose only page has two promises, the first of which a unit test holds. */
const read = (files) =>
  readPromises(
    new Map(
      Object.entries({ 'docs/contracts/tag.md': page, 'core/a.test.ts': holding('tag-001'), ...files }),
    ),
  );

describe('the list of promises', () => {
  it('says which lanes hold each', () => {
    const { promises, held, problems } = read({
      'core/b.test.ts': holding('tag-002'),
      'e2e/b.spec.ts': holding('tag-002', "test('works', async () => {"),
    });
    expect(promises.map(({ id, lanes }) => [id, lanes])).toEqual([
      ['tag-001', ['test']],
      ['tag-002', ['test', 'test:rest']],
    ]);
    expect({ held, problems }).toEqual({ held: 2, problems: [] });
  });

  it('counts a contract suite in the lanes of the tests that run it', () => {
    const suite = holding('tag-002', 'export const contract = () => {');
    const files = { 'core/contract.ts': suite, 'core/between.ts': "export { a } from './contract';" };
    expect(read(files)).toMatchObject({
      held: 1,
      problems: ['tag-002: no lane runs core/contract.ts:1'],
    });
    const run = "import { a } from '../core/between';";
    expect(read({ ...files, 'local/b.test.ts': run }).promises[1]?.lanes).toEqual(['test:rest']);
  });

  it('refuses a promise without a test, a test without a promise, a skipped test and an id that is there twice', () => {
    expect(read({}).problems).toEqual(['tag-002: no test holds it']);
    expect(read({ 'core/b.test.ts': holding('tag-002') + holding('tag-009') }).problems).toEqual([
      'core/b.test.ts:3: there is no promise tag-009',
    ]);
    expect(read({ 'core/b.test.ts': holding('tag-002', "it.skip('works', () => {") }).problems).toEqual([
      'core/b.test.ts:1: what follows "Holds tag-002" is no test that runs',
      'tag-002: no test holds it',
    ]);
    const files = { 'docs/contracts/host.md': page, 'core/b.test.ts': holding('tag-002') };
    expect(read(files).problems).toEqual(['tag-001: not an id of its own', 'tag-002: not an id of its own']);
  });

  it('refuses a promise that only `npm run test:long` holds, unless the reason stands beside it', () => {
    const inLong = (id) => ({ 'e2e/firefox.spec.ts': holding(id, "test('works', async () => {") });
    expect(read(inLong('tag-002')).problems).toEqual([
      'tag-002: only `npm run test:long` runs e2e/firefox.spec.ts:1, and no reason stands beside it',
    ]);
    const { problems, held } = read(inLong('tag-002 in test:long alone: few machines have a Firefox'));
    expect({ problems, held }).toEqual({ problems: [], held: 2 });
  });

  it('of this repository is whole, and not shorter than it was', async () => {
    const { pages, held, problems } = readPromises(await textsOfRepository());
    expect(problems).toEqual([]);
    expect(pages).toHaveLength(6);
    expect(held).toBeGreaterThanOrEqual(heldBefore);
  });
});
