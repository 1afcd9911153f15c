// npm run check: the quick look while you work: types, lint, unused code, and the format of what changed.
import { changedFiles } from './changed-files.mjs';
import { runLane } from './lane.mjs';
import { checks, formatOf } from './test-steps.mjs';

process.exitCode = await runLane({
  command: 'npm run check',
  about: 'types, lint, unused code, and the format of what changed since the last landed commit',
  steps: {
    types: checks.types,
    lint: checks.lint,
    format: formatOf(await changedFiles()),
    knip: checks.knip,
    promises: checks.promises,
  },
});
