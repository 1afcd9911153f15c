// npm run contracts: tests the promises of docs/hosts/proved.md on the real Stripe and on a real Firebase project, as far as their settings are given, and
// records the date. `npm run contracts -- --list` only updates the list of promises.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractsEnd, contractSuites, promisesOf, provedPage, provedRows } from './proved-page.mjs';
import { root, run } from './run.mjs';
import { register } from 'tsx/esm/api';
import { commandLine } from './command-line.mjs';

register();
const { options } = commandLine({
  command: 'npm run contracts',
  about: 'tries the promises of docs/hosts/proved.md on the real Stripe and Firebase.',
  options: { '--list': 'only brings the list of promises in docs/hosts/proved.md up to date' },
});

const page = `${root}docs/hosts/proved.md`;
const folder = await mkdtemp(join(tmpdir(), 'busker-contracts-'));
const readJson = async (name) => JSON.parse(await readFile(join(folder, name), 'utf8').catch(() => 'null'));

/** The promises of a suite. Vitest lists them without running them. */
async function list({ file, name }) {
  const out = join(folder, 'list.json');
  const { code, output } = await run('vitest', ['list', file, `--json=${out}`], {
    env: { BUSKER_LIST_CONTRACTS: '1' },
  });
  if (code !== 0) throw new Error(output);
  return promisesOf(await readJson('list.json'), name);
}

/** The promises that hold and those that do not. */
async function prove({ file, name }) {
  const report = join(folder, 'report.json');
  await run('vitest', ['run', file, '-t', `^${name}`], { env: { BUSKER_TEST_REPORT: report } });
  const { testResults = [] } = (await readJson('report.json')) ?? {};
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status) =>
    tests
      .filter((test) => test.status === status && test.fullName.startsWith(name))
      .map(({ fullName }) => fullName.slice(name.length).trim());
  return { held: named('passed'), broken: named('failed') };
}

const isListOnly = options.has('--list');
const pageBefore = await readFile(page, 'utf8');
const before = provedRows(pageBefore);
const today = new Date().toISOString().slice(0, 10);
const rows = [];
let broken = 0;
let suitesAsked = 0;
for (const suite of contractSuites) {
  const promises = await list(suite);
  const missing = suite.needs.filter((name) => (process.env[name] ?? '') === '');
  const asked = !isListOnly && missing.length === 0;
  const result = asked ? await prove(suite) : { held: [], broken: [] };
  if (asked) suitesAsked += 1;
  broken += result.broken.length;
  for (const promise of promises) {
    const known = before.get(`${suite.title}|${promise}`);
    const isHeld = result.held.includes(promise);
    const isBroken = result.broken.includes(promise);
    const last = isHeld ? { proved: today, on: suite.on } : (known ?? { proved: 'never', on: '–' });
    rows.push({ suite: suite.title, promise, ...last, isBroken });
  }
  const said = isListOnly
    ? `${promises.length} promises`
    : asked
      ? `${result.held.length} hold, ${result.broken.length} do not`
      : `not run: no key (${missing.join(', ')})`;
  console.log(`${suite.title}: ${said}`);
  for (const promise of result.broken) console.log(`  ✘ ${promise}`);
}
await writeFile(page, await provedPage(pageBefore, rows));
await rm(folder, { recursive: true, force: true });
const end = contractsEnd({ isListOnly, suitesAsked, broken });
if (end.says !== null) console.error(end.says);
process.exitCode = end.code;
