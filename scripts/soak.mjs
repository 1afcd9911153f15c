// npm run soak: the tests of `npm test` that repeat something, in their long form (scripts/testing/test-depth.ts): 200 kills of each server, 2,000
// tips with lost and reordered webhooks, all orders of two works, property tests with ten times their runs. It takes hours.
// `npm run soak -- emulators local/api/reliability` runs those under these paths.
import { readFile } from 'node:fs/promises';
import { root, run } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

const wanted = process.argv.slice(2);
const isWanted = (file) => wanted.length === 0 || wanted.some((path) => file.startsWith(path));

const tests = (await sourceFiles()).filter((file) => /\.test\.tsx?$/.test(file) && isWanted(file));
const repeating = await Promise.all(
  tests.map(async (file) =>
    /from 'fast-check'|inject\('/.test(await readFile(root + file, 'utf8')) ? [file] : [],
  ),
);
const { code } = await run('vitest', ['run', `--testTimeout=${6 * 60 * 60_000}`, ...repeating.flat()], {
  env: { BUSKER_SOAK: '1' },
  inherit: true,
});
process.exitCode = code;
