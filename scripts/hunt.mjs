// npm run hunt: all property tests from a random seed, which it prints, with ten times their runs; `npm run hunt -- 50 widget core` with fifty times,
// of these folders; BUSKER_HUNT_SEED=1234 repeats one. Mend the cause of what it finds, and keep that as a fixed example of the test.
// npm run hunt -- browser: the browser tests of what was built, in browsers four times slower; `npm run hunt -- browser 6 e2e/restart.spec.ts`.
// npm run hunt -- zoo: pays on each page of examples/zoo/, and on 200 pages with any two of its oddities at once; `npm run hunt -- zoo 50 1234` with
// 50 such pages, from this seed; `--firefox` with 20 of them, in the Firefox of this machine.
import { readFile } from 'node:fs/promises';
import { root, run } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

const asked = process.argv.slice(2);

const drawSeed = () => String(Math.trunc(Math.random() * 2 ** 31));

async function huntInBrowsers([times = '4', ...files]) {
  const minutes = 60_000;
  return run(
    'playwright',
    ['test', `--global-timeout=${90 * minutes}`, `--timeout=${10 * minutes}`, ...files],
    {
      env: { BUSKER_SLOW_BROWSER: times },
      inherit: true,
    },
  );
}

async function huntInZoo(given) {
  const inFirefox = given.includes('--firefox');
  const [pairs = inFirefox ? '20' : '200', seed = drawSeed()] = given.filter((word) => word !== '--firefox');
  console.log(`npm run hunt -- zoo ${pairs} ${seed}${inFirefox ? ' --firefox' : ''}`);
  const files = ['e2e/zoo.spec.ts', 'e2e/zoo-pairs.spec.ts'];
  const env = { BUSKER_HUNT: '1', BUSKER_ZOO_PAIRS: pairs, BUSKER_ZOO_SEED: seed };
  return run('playwright', ['test', `--global-timeout=${60 * 60_000}`, '--timeout=60000', ...files], {
    env: inFirefox ? { ...env, BUSKER_TEST_FIREFOX: '1' } : env,
    inherit: true,
  });
}

async function huntInProperties([times = '10', ...folders]) {
  const wanted = (file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder));
  const tests = (await sourceFiles()).filter((file) => /\.test\.tsx?$/.test(file) && wanted(file));
  const withProperties = await Promise.all(
    tests.map(async (file) =>
      (await readFile(root + file, 'utf8')).includes("from 'fast-check'") ? [file] : [],
    ),
  );
  const seed = process.env.BUSKER_HUNT_SEED ?? drawSeed();
  console.log(`BUSKER_HUNT_SEED=${seed} npm run hunt -- ${[times, ...folders].join(' ')}`);
  return run('vitest', ['run', '--testTimeout=1200000', ...withProperties.flat()], {
    env: { BUSKER_HUNT: times, BUSKER_HUNT_SEED: seed },
    inherit: true,
  });
}

const [place, ...rest] = asked;
const { code } = await (place === 'browser'
  ? huntInBrowsers(rest)
  : place === 'zoo'
    ? huntInZoo(rest)
    : huntInProperties(asked));
process.exitCode = code;
