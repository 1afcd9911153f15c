// npm run hunt: all property tests from a random seed, which it prints, with ten times their runs; `npm run hunt -- 50 widget core` with fifty times,
// of these folders; BUSKER_HUNT_SEED=1234 repeats one. Mend the cause of what it finds, and keep that as a fixed example of the test.
// npm run hunt -- browser: the browser tests of what was built, in browsers four times slower; `npm run hunt -- browser 6 e2e/restart.spec.ts`.
// npm run hunt -- zoo: pays on each page of examples/zoo/, and on 200 pages with any two of its oddities at once; `npm run hunt -- zoo 50 1234` with
// 50 such pages, from this seed; `--firefox` with 20 of them, in the Firefox of this machine.
// npm run soak: the tests that repeat something, in their long form (scripts/testing/test-depth.ts): 200 kills of each server, 2,000 tips with lost and
// reordered webhooks, all orders of two works, property tests with ten times their runs. `npm run soak -- emulators` runs those under this path.
import { readFile } from 'node:fs/promises';
import { root, run } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

const drawSeed = () => String(Math.trunc(Math.random() * 2 ** 31));
const minutes = 60_000;

/** The test files below these paths (none = all) whose text matches the pattern. */
async function testsWith(pattern, paths) {
  const isWanted = (file) => paths.length === 0 || paths.some((path) => file.startsWith(path));
  const tests = (await sourceFiles()).filter((file) => /\.test\.tsx?$/.test(file) && isWanted(file));
  const texts = await Promise.all(tests.map((file) => readFile(root + file, 'utf8')));
  return tests.filter((_, at) => pattern.test(texts[at]));
}

const hunts = {
  browser: ([times = '4', ...files]) => ({
    command: 'playwright',
    args: ['test', `--global-timeout=${90 * minutes}`, `--timeout=${10 * minutes}`, ...files],
    env: { BUSKER_SLOW_BROWSER: times },
  }),
  zoo(given) {
    const inFirefox = given.includes('--firefox');
    const words = given.filter((word) => word !== '--firefox');
    const [pairs = inFirefox ? '20' : '200', seed = drawSeed()] = words;
    console.log(`npm run hunt -- zoo ${pairs} ${seed}${inFirefox ? ' --firefox' : ''}`);
    const files = ['e2e/zoo.spec.ts', 'e2e/zoo-pairs.spec.ts'];
    const env = { BUSKER_HUNT: '1', BUSKER_ZOO_PAIRS: pairs, BUSKER_ZOO_SEED: seed };
    return {
      command: 'playwright',
      args: ['test', `--global-timeout=${60 * minutes}`, '--timeout=60000', ...files],
      env: inFirefox ? { ...env, BUSKER_TEST_FIREFOX: '1' } : env,
    };
  },
  soak: async (paths) => ({
    command: 'vitest',
    args: [
      'run',
      `--testTimeout=${6 * 60 * minutes}`,
      ...(await testsWith(/from 'fast-check'|inject\('/, paths)),
    ],
    env: { BUSKER_SOAK: '1' },
  }),
  async properties([times = '10', ...folders]) {
    const seed = process.env.BUSKER_HUNT_SEED ?? drawSeed();
    console.log(`BUSKER_HUNT_SEED=${seed} npm run hunt -- ${[times, ...folders].join(' ')}`);
    return {
      command: 'vitest',
      args: ['run', `--testTimeout=${20 * minutes}`, ...(await testsWith(/from 'fast-check'/, folders))],
      env: { BUSKER_HUNT: times, BUSKER_HUNT_SEED: seed },
    };
  },
};

const asked = process.argv.slice(2);
const isNamed = Object.hasOwn(hunts, asked[0] ?? '');
const { command, args, env } = await hunts[isNamed ? asked[0] : 'properties'](
  isNamed ? asked.slice(1) : asked,
);
process.exitCode = (await run(command, args, { env, inherit: true })).code;
