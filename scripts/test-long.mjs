// npm run test:long: what is not needed for landing: long kills, soaks, hunts, other browsers, newer versions of Node. It takes hours.
// Run the steps that a change touches before you call it done: `npm run test:long -- firefox node-22`.
import './first-checks.mjs';
import { runLane } from './lane.mjs';
import { build, check, longScript, playwright, vitest, vitestWithNode, webkit } from './test-steps.mjs';

/** Fresh in each run, and printed: what it finds can be repeated. */
const seed = String(Math.trunc(Math.random() * 2 ** 31));
process.env.BUSKER_HUNT_SEED ??= seed;

const hours = (says, runner, ...args) => ({ after: 'build', ...longScript(says, runner, ...args) });

process.exitCode = await runLane({
  command: 'npm run test:long',
  about: 'long kills, soaks, hunts, other browsers, newer versions of Node; not needed for landing',
  notes: [`seed: ${process.env.BUSKER_HUNT_SEED} (BUSKER_HUNT_SEED repeats one)`],
  steps: {
    build,
    firefox: {
      after: 'build',
      ...playwright('the main walks in Firefox, where one is installed', ['e2e/firefox.spec.ts']),
    },
    'firefox-card': {
      after: 'build',
      ...playwright(
        'Dark Reader and the ways out of the sheet, in the Firefox of this machine',
        [
          'e2e/card-conditions.spec.ts',
          'e2e/card-way-out.spec.ts',
          '-g',
          'Dark Reader|the way out of a sheet',
          '--workers=1',
        ],
        { BUSKER_TEST_FIREFOX: '1' },
      ),
    },
    frameworks: {
      after: 'build',
      ...playwright('the card on sites that frameworks and site software build, and in WordPress', [
        'e2e/frameworks.spec.ts',
        'e2e/wordpress.spec.ts',
        '--workers=1',
      ]),
    },
    documents: vitest('each command of the documents that one machine can run', [
      'scripts/docs/commands.test.mjs',
    ]),
    webkit: { after: 'build', ...webkit('every walk of e2e/webkit in WebKit, where it is installed') },
    release: {
      after: 'build',
      ...check(
        'the demo of a release: packed, installed in an empty folder, started, and tipped',
        process.execPath,
        'scripts/release.mjs',
        '--try',
      ),
    },
    image: {
      after: 'release',
      ...check(
        'the files of the image: the demo and a server run from them, read-only, by another user, with a tip through each',
        process.execPath,
        'scripts/image.mjs',
        '--try',
      ),
    },
    'zoo-firefox': hours(
      'each odd page and 20 pairs in Firefox',
      'playwright',
      'scripts/hunt.mjs',
      'zoo',
      '--firefox',
    ),
    'zoo-pairs': hours(
      'a tip on 200 pages with two oddities each',
      'playwright',
      'scripts/hunt.mjs',
      'zoo',
      '200',
      process.env.BUSKER_HUNT_SEED,
    ),
    'node-22': vitestWithNode(22),
    'node-24': vitestWithNode(24),
    properties: hours(
      'thousands of runs of each property, from a fresh seed',
      'vitest',
      'scripts/hunt.mjs',
      '20',
    ),
    looks: hours(
      '200 accents and grounds on every look of a page, each text by WCAG AA',
      'vitest',
      'scripts/hunt.mjs',
      '1',
      'core/looks',
    ),
    soak: hours(
      'kills, lost webhooks and all orders of two works, in their long form',
      'vitest',
      'scripts/soak.mjs',
    ),
    slow: hours(
      'the browser tests in browsers four times slower',
      'playwright',
      'scripts/hunt.mjs',
      'browser',
    ),
  },
});
