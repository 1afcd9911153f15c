// npm test: what a person runs before every commit. `npm test -- unit walks` runs these steps alone; `npm test -- --help` lists them.
import './first-checks.mjs';
import { runLane } from './lane.mjs';
import { build, checks, formatOf, playwright, vitest } from './test-steps.mjs';
import { walks } from './lanes.mjs';

process.env.BUSKER_TEST_LANE = 'test';
process.exitCode = await runLane({
  command: 'npm test',
  about: 'types, lint, format, all unit tests, and fifteen walks in a browser that share one backend',
  steps: {
    build,
    types: checks.types,
    walks: { after: 'build', ...playwright('fifteen walks in a browser', [walks]) },
    // Coverage counts only what the tests of core/ run themselves.
    core: vitest('the tests of core/, which leave no line of it out', ['--project', 'core', '--coverage']),
    unit: vitest('the unit tests of all other folders', ['--project', '!core']),
    lint: checks.lint,
    format: formatOf(null),
    knip: checks.knip,
    promises: checks.promises,
  },
});
