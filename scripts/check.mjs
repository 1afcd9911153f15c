// npm run check: the quick look while you work: types, imports, unused code, and lint and format of what changed.
import './first-checks.mjs';
import { changedFiles } from './source-files.mjs';
import { runLane } from './lane.mjs';
import { check, checks, formatOf } from './test-steps.mjs';

process.exitCode = await runLane({
  command: 'npm run check',
  about: 'types, imports, unused code, and lint and format of what changed since the last landed commit',
  steps: {
    types: check(
      'the compiler',
      'tsc',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo',
      '-p',
      'tsconfig.json',
    ),
    lint: check(
      'the rules of what changed and of all imports',
      process.execPath,
      'scripts/lint.mjs',
      '--changed',
    ),
    format: formatOf(await changedFiles()),
    knip: check('a search for unused code', 'knip', '--cache'),
    promises: checks.promises,
  },
});
