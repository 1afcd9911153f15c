// npm run test:rest: everything else that must hold before a change lands. `npm run test:rest -- e2e` runs this step alone.
import './first-checks.mjs';
import { emulatorTests, noting } from './emulators-tested.mjs';
import { runLane } from './lane.mjs';
import { longInBrowser, restOfUnit, walks, webkitOfRest } from './lanes.mjs';
import { build, check, playwright, recordOfBuild, sizes, vitest, webkit } from './test-steps.mjs';

process.env.BUSKER_TEST_LANE = 'test:rest';

const inOtherLanes = [`**/${walks}**`, ...longInBrowser.map((file) => `**/${file}`)].join(',');
const emulators = await emulatorTests();
process.exitCode = await runLane({
  command: 'npm run test:rest',
  about:
    'all other browser tests, the odd pages, stories, whole servers, and the emulators where they changed',
  notes: [`emulators: ${emulators.says}`],
  steps: {
    build,
    size: { after: 'build', ...sizes },
    record: { after: 'build', ...recordOfBuild },
    webkit: { after: 'size', ...webkit('the main walks in WebKit', webkitOfRest) },
    // The last of its half, because it has two workers: alone at the end, it still keeps both cores busy.
    e2e: {
      after: 'webkit',
      ...playwright('all other browser tests', [], { BUSKER_TEST_IGNORE: inOtherLanes }),
    },
    firebase: check(
      'firebase-tools, which is fetched once',
      process.execPath,
      'host/busker.mjs',
      'firebase',
      '--version',
    ),
    servers: {
      after: 'firebase',
      ...vitest(
        'the tests that start whole servers and compilers',
        restOfUnit.filter((path) => path !== 'emulators/'),
      ),
    },
    shape: check('the sizes of files and rooms', process.execPath, 'scripts/shape.mjs', '--files'),
    stories: vitest('every story, with axe', ['--config', 'vitest.stories.config.ts']),
    ...((emulators.due || process.argv.includes('emulators')) && {
      emulators: noting(vitest('the emulators’ own tests', ['emulators/'])),
    }),
  },
});
