// npm test: every check of the project. It ends with "N passed, N failed"; a check without tests of its own (types, lint, …) counts as one.
// `npm test -- unit e2e` runs only these steps.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatorsChanged } from './emulators-changed.mjs';
import { inOrder } from './in-order.mjs';
import { run } from './run.mjs';

const reports = await mkdtemp(join(tmpdir(), 'busker-test-'));
const readReport = async (name) =>
  JSON.parse(await readFile(join(reports, name), 'utf8').catch(() => 'null'));

/** Milliseconds after which a step is ended: it only ends what hangs. */
const minutes = (count) => ({ limit: count * 60_000 });

/** The tests with Vitest and those with a browser run beside each other, and each takes twice as long on two busy cores as alone. */
const WITH_TESTS = minutes(65);

/** A command that passes or fails as a whole. */
const check =
  (command, ...args) =>
  async () => {
    const { code, output } = await run(command, args, minutes(10));
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output: code === 0 ? '' : output };
  };

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

const vitest =
  (name, args, settings = {}) =>
  async () => {
    const report = `${name}.json`;
    const env = { ...settings, BUSKER_TEST_REPORT: join(reports, report) };
    const outcome = await run('vitest', ['run', ...args], { env, ...WITH_TESTS });
    const results = (await readReport(report)) ?? {};
    const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = results;
    return {
      ...counted(outcome, { passed, failed }),
      failures: failuresOf(results),
      notRun: notRunOf(results),
    };
  };

const unit = async () => {
  const skips = !(await emulatorsChanged());
  if (skips) console.log('  unit: emulators/ is as it landed; `npm run soak` and CI run its tests');
  return vitest('unit', ['--project', '!core'], skips ? { BUSKER_SKIP_EMULATORS: '1' } : {})();
};

const playwright = async () => {
  const env = { BUSKER_TEST_REPORT: join(reports, 'e2e.json') };
  const outcome = await run('playwright', ['test'], { env, ...WITH_TESTS });
  const report = (await readReport('e2e.json')) ?? {};
  const { stats = {} } = report;
  const { expected: passed = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  return {
    ...counted(outcome, { passed, failed: unexpected + flaky }),
    failures: failuresInBrowser(report),
    skipped,
  };
};

const sizes = async () => {
  const { code, output } = await run('size-limit', ['--json'], minutes(6));
  const entries = JSON.parse(output.slice(output.indexOf('[')));
  const passed = entries.filter((entry) => entry.passed).length;
  return counted({ code, output }, { passed, failed: entries.length - passed });
};

/**
 * Two steps run at a time, in this order: one alone leaves a core idle while it waits for a file, a server or a browser. The browser tests
 * take longest, so that the build comes early.
 */
const steps = {
  build: { run: check('node', 'scripts/build.mjs') },
  types: { run: check('tsc', '--noEmit', '-p', 'tsconfig.json') },
  size: { after: 'build', run: sizes },
  e2e: { after: 'size', run: playwright },
  lint: { run: check('node', 'scripts/lint.mjs') },
  format: { run: check('prettier', '--check', '--log-level', 'warn', '.') },
  knip: { run: check('knip') },
  // Coverage counts only what the tests of core/ run themselves.
  core: { run: vitest('core', ['--project', 'core', '--coverage']) },
  unit: { run: unit },
  stories: { run: vitest('stories', ['--config', 'vitest.stories.config.ts']) },
};

const startedAt = performance.now();
const wanted = process.argv.slice(2);
const chosen = Object.fromEntries(
  Object.entries(steps).filter(([name]) => wanted.length === 0 || wanted.includes(name)),
);
const results = [];

async function runStep(name, step) {
  const from = performance.now();
  const result = await step.run().catch((error) => ({
    passed: 0,
    failed: 1,
    output: String(error?.stack ?? error),
  }));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`);
  console.log(
    `${result.failed > 0 ? '✘' : '✓'} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`,
  );
  results.push(result);
  for (const name of result.notRun ?? []) console.log(`  ${name}`);
  if (result.skipped > 0) console.log(`  ${result.skipped} skipped; \`npm run e2e\` says at its start why`);
}

await inOrder(chosen, runStep, 2);
await rm(reports, { recursive: true, force: true });

const failures = results.flatMap((result) => result.failures ?? []);
if (failures.length > 0)
  console.log(`\nFailed:\n\n${failures.map((failure) => failure.slice(0, 1500)).join('\n\n')}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0)
  console.error(`There is no step ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}.`);
const failed = sum('failed') + unknown.length;
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
