// npm run hunt: all property tests from random seeds with ten times their runs; `npm run hunt -- 50 widget core` with fifty times, of these
// folders. Whatever it finds prints its seed: mend the cause, and keep what was found as a fixed example of the test.
import { readFile } from 'node:fs/promises';
import { root, run } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

const [times = '10', ...folders] = process.argv.slice(2);
const wanted = (file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder));
const tests = (await sourceFiles()).filter((file) => /\.test\.tsx?$/.test(file) && wanted(file));
const withProperties = await Promise.all(
  tests.map(async (file) =>
    (await readFile(root + file, 'utf8')).includes("from 'fast-check'") ? [file] : [],
  ),
);
const { code } = await run('vitest', ['run', '--testTimeout=1200000', ...withProperties.flat()], {
  env: { BUSKER_HUNT: times },
  inherit: true,
});
process.exitCode = code;
