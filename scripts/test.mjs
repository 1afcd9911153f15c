// npm test: every check of the project, one after the other or side by side where they do not disturb each other.
// Ends with "N passed, N failed"; a check without tests of its own (types, lint, …) counts as one. `npm test -- unit e2e` runs some.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

const reports = await mkdtemp(join(tmpdir(), 'busker-test-'));
const readReport = async (name) =>
  JSON.parse(await readFile(join(reports, name), 'utf8').catch(() => 'null'));

/** Milliseconds after which a step is ended: about twice what it takes on two busy cores. All of them together end before CI does. */
const minutes = (count) => ({ limit: count * 60_000 });

/** A command that is right or wrong as a whole. */
const check =
  (command, ...args) =>
  async () => {
    const { code, output } = await run(command, args, minutes(6));
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output: code === 0 ? '' : output };
  };

/** What failed, told once more at the very end: the output of a step is long, and other steps print after it. */
const failuresOf = ({ testResults = [] }) =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [`${name}\n${message}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${name} › ${fullName}\n${failureMessages.join('\n')}`,
    );
  });

/** Counts from a report, and never "all fine" when the runner itself says otherwise. */
function counted({ code, output }, { passed, failed }) {
  const broken = code !== 0 && failed === 0 ? 1 : 0;
  return { passed, failed: failed + broken, output: code === 0 ? '' : output };
}

const vitest =
  (name, limit, ...args) =>
  async () => {
    const report = `${name}.json`;
    const env = { BUSKER_TEST_REPORT: join(reports, report) };
    const outcome = await run('vitest', ['run', ...args], { env, ...limit });
    const told = (await readReport(report)) ?? {};
    const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = told;
    return { ...counted(outcome, { passed, failed }), failures: failuresOf(told) };
  };

const playwright = async () => {
  const env = { BUSKER_TEST_REPORT: join(reports, 'e2e.json') };
  const outcome = await run('playwright', ['test'], { env, ...minutes(27) });
  const { stats = {} } = (await readReport('e2e.json')) ?? {};
  const { expected: passed = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  return { ...counted(outcome, { passed, failed: unexpected + flaky }), skipped };
};

const sizes = async () => {
  const { code, output } = await run('size-limit', [], minutes(6));
  const { output: json } = await run('size-limit', ['--json'], minutes(6));
  const entries = JSON.parse(json.slice(json.indexOf('[')));
  const passed = entries.filter((entry) => entry.passed).length;
  return counted({ code, output }, { passed, failed: entries.length - passed });
};

/** Steps within a group run two at a time; a group waits for the one before. */
const groups = [
  {
    types: check('tsc', '--noEmit', '-p', 'tsconfig.json'),
    lint: check('node', 'scripts/lint.mjs'),
    format: check('prettier', '--check', '--log-level', 'warn', '.'),
    knip: check('knip'),
  },
  { coverage: check('vitest', 'run', 'core', '--coverage') },
  { unit: vitest('unit', minutes(22)) },
  { build: check('node', 'scripts/build.mjs') },
  { size: sizes },
  { e2e: playwright },
  { stories: vitest('stories', minutes(14), '--config', 'vitest.stories.config.ts') },
];

const startedAt = performance.now();
const wanted = process.argv.slice(2);
const results = [];

async function runStep([name, step]) {
  const from = performance.now();
  const result = await step().catch((error) => ({
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
  if (result.skipped > 0) console.log(`  ${result.skipped} skipped; \`npm run e2e\` says at its start why`);
}

for (const group of groups) {
  const queue = Object.entries(group).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await runStep(next);
  };
  await Promise.all([worker(), worker()]);
}
await rm(reports, { recursive: true, force: true });

const failures = results.flatMap((result) => result.failures ?? []);
if (failures.length > 0)
  console.log(`\nFailed:\n\n${failures.map((told) => told.slice(0, 1500)).join('\n\n')}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const failed = results.length === 0 ? 1 : sum('failed');
if (results.length === 0)
  console.error(`There is no such step; there are ${groups.flatMap(Object.keys).join(', ')}.`);
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
