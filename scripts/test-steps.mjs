import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Where the runners of one lane write their reports. */
const reports = mkdtempSync(join(tmpdir(), 'busker-test-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
const readReport = async (name) =>
  JSON.parse(await readFile(join(reports, name), 'utf8').catch(() => 'null'));

/** Milliseconds after which a step is ended: it only ends what hangs. */
const minutes = (count) => count * 60_000;

/** The tests with Vitest and those with a browser run beside each other, and each takes twice as long on two busy cores as alone. */
const WITH_TESTS = minutes(65);

/**
 * A command that passes or fails as a whole.
 * @param {string} says what it waits for @param {string} command @param {string[]} args
 */
export const check = (says, command, ...args) => ({
  says,
  async run(saying) {
    const { code, output } = await run(command, args, { limit: minutes(10), onOutput: saying });
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
  },
});

/** One of our own scripts that passes or fails as a whole. */
export const script = (says, name, ...args) => check(says, process.execPath, `scripts/${name}.mjs`, ...args);

/** The failures alone, to print at the end: the output of a step is long, and other steps print after it. */
const failuresOf = ({ testResults = [] }) =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [`${name}\n${message}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${name} › ${fullName}\n${failureMessages.join('\n')}`,
    );
  });

/** The same of the browser's report: what did not pass at the first try. */
const failuresInBrowser = ({ suites = [] }) =>
  suites.flatMap((suite) => [
    ...failuresInBrowser(suite),
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
      .map(({ title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []));
        return `${suite.file} › ${title}\n${errors[0] ?? ''}`;
      }),
  ]);

/** The suites for real services. They need a key; without one they count neither as passed nor as failed. */
const notRunOf = ({ testResults = [] }) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName))
    .filter((name) => name.includes('not run: no key'));

/** The counts of a report. A runner that exits with an error although no test failed counts as one failure. */
function counted({ code, output }, { passed, failed }) {
  const broken = code !== 0 && failed === 0 ? 1 : 0;
  return { passed, failed: failed + broken, output: code === 0 ? '' : output };
}

/**
 * The walks in WebKit, with a reason where that browser is not installed.
 * @param {string} says @param {string[]} [files] without them, all walks
 */
export const webkit = (says, files = []) => ({
  says,
  async run(saying) {
    const { code, output } = await run(process.execPath, ['scripts/webkit.mjs', ...files], {
      limit: minutes(65),
      onOutput: saying,
    });
    const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
    const notRun = output.split('\n').filter((line) => line.startsWith('The walks in WebKit did not run'));
    return { ...counted({ code, output }, { passed: Number(passed), failed: Number(failed) }), notRun };
  },
});

/** What a command of Vitest found, from its report. */
function ofVitest(outcome, report) {
  const results = report ?? {};
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = results;
  return {
    ...counted(outcome, { passed, failed }),
    failures: failuresOf(results),
    notRun: notRunOf(results),
  };
}

/** What a command of Playwright found, from its report. */
function ofPlaywright(outcome, report) {
  const results = report ?? {};
  const { expected: passed = 0, unexpected = 0, flaky = 0, skipped = 0 } = results.stats ?? {};
  return {
    ...counted(outcome, { passed, failed: unexpected + flaky }),
    failures: failuresInBrowser(results),
    skipped,
  };
}

let reportsAsked = 0;

const reporting = (says, read, command, args, { env = {}, limit = WITH_TESTS } = {}) => ({
  says,
  async run(saying) {
    reportsAsked += 1;
    const report = `${reportsAsked}.json`;
    const outcome = await run(command, args, {
      env: { ...env, BUSKER_TEST_REPORT: join(reports, report) },
      limit,
      onOutput: saying,
    });
    return read(outcome, await readReport(report));
  },
});

/** @param {string} says @param {string[]} args @param {Record<string, string>} [env] */
export const vitest = (says, args, env) => reporting(says, ofVitest, 'vitest', ['run', ...args], { env });

/** @param {string} says @param {string[]} args @param {Record<string, string>} [env] */
export const playwright = (says, args, env) =>
  reporting(says, ofPlaywright, 'playwright', ['test', ...args], { env });

/** One of our own scripts that runs tests for hours. @param {'vitest' | 'playwright'} runner */
export const longScript = (says, runner, ...args) =>
  reporting(says, runner === 'vitest' ? ofVitest : ofPlaywright, process.execPath, args, {
    limit: minutes(12 * 60),
  });

export const sizes = {
  says: 'the sizes of the built files',
  async run(saying) {
    const { code, output } = await run('size-limit', ['--json'], { limit: minutes(6), onOutput: saying });
    const entries = JSON.parse(output.slice(output.indexOf('[')));
    const passed = entries.filter((entry) => entry.passed).length;
    return counted({ code, output }, { passed, failed: entries.length - passed });
  },
};

const npmScript = (says, name) => check(says, 'npm', 'run', '--silent', name);

/** What both `npm run check` and `npm test` look at. */
export const checks = {
  types: npmScript('the compiler', 'types'),
  lint: npmScript('the rules of the code and of its imports', 'lint'),
  knip: check('a search for unused code', 'knip'),
  promises: script('the list of promises and their lanes', 'promises', '--problems'),
};

/**
 * The format of these files, or of every file (null). Prettier keeps what it has found in node_modules/.cache.
 * @param {readonly string[] | null} files
 */
export const formatOf = (files) =>
  files?.length === 0
    ? { says: 'no file changed', run: () => Promise.resolve({ passed: 1, failed: 0 }) }
    : check(
        files === null ? 'the format of every file' : `the format of ${files.length} changed files`,
        'prettier',
        '--check',
        '--cache',
        '--cache-strategy=content',
        '--ignore-unknown',
        '--log-level=warn',
        ...(files ?? ['.']),
      );

export const build = script('the build of what ships', 'build');

/** The unit tests of `npm test` with another version of Node, which the npm package `node` brings. @param {number} version */
export const vitestWithNode = (version) =>
  reporting(
    `the unit tests with Node ${version}`,
    ofVitest,
    'npm',
    ['exec', '--yes', `--package=node@${version}`, '--', 'node', 'node_modules/vitest/vitest.mjs', 'run'],
    { env: { BUSKER_TEST_LANE: 'test' } },
  );
