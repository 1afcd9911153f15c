// npm test: what a person runs before every commit. npm run check: the quick look while you work. npm run test:rest: everything else that must hold before a
// change lands. npm run test:long: what is not needed for landing, and takes hours; run the steps that a change touches before you call it done.
// `npm test -- unit walks` runs these steps alone, and `npm test -- --help` lists them; so do the others.
import './first-checks.mjs';
import { emulatorTests, noting } from './emulators-tested.mjs';
import { runLane } from './lane.mjs';
import { longInBrowser, restOfUnit, walks, webkitOfRest } from './lanes.mjs';
import { changedFiles } from './source-files.mjs';
import * as steps from './test-steps.mjs';

const { build, check, checks, formatOf, longScript, playwright, script, vitest, vitestWithNode, webkit } =
  steps;

const afterBuild = (step) => ({ after: 'build', ...step });
const hunt = (says, runner, ...args) => afterBuild(longScript(says, runner, 'scripts/hunt.mjs', ...args));

/** What each command runs. @type {Record<string, () => object | Promise<object>>} */
const lanes = {
  check: async () => ({
    command: 'npm run check',
    about: 'types, imports, unused code, and lint and format of what changed since the last landed commit',
    steps: {
      types: check(
        'the compiler',
        ...'tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo -p tsconfig.json'.split(
          ' ',
        ),
      ),
      lint: script('the rules of what changed and of all imports', 'lint', '--changed'),
      format: formatOf(await changedFiles()),
      knip: check('a search for unused code', 'knip', '--cache'),
      promises: checks.promises,
    },
  }),

  test: () => ({
    command: 'npm test',
    about: 'types, lint, format, all unit tests, and walks in a browser that share one backend',
    steps: {
      build,
      types: checks.types,
      walks: afterBuild(playwright('walks in a browser', [walks])),
      // Coverage counts only what the tests of core/ run themselves.
      core: vitest('the tests of core/, which leave no line of it out', ['--project', 'core', '--coverage']),
      unit: vitest('the unit tests of all other folders', ['--project', '!core']),
      lint: checks.lint,
      format: formatOf(null),
      knip: checks.knip,
      promises: checks.promises,
    },
  }),

  'test:rest': async () => {
    const inOtherLanes = [`**/${walks}**`, ...longInBrowser.map((file) => `**/${file}`)].join(',');
    const servers = restOfUnit.filter((path) => path !== 'emulators/');
    const emulators = await emulatorTests();
    return {
      command: 'npm run test:rest',
      about:
        'all other browser tests, the odd pages, stories, whole servers, and the emulators where they changed',
      notes: [`emulators: ${emulators.says}`],
      steps: {
        build,
        size: afterBuild(steps.sizes),
        record: afterBuild(script('the scripts that ship, compared with the record', 'record', '--built')),
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
          ...vitest('the tests that start whole servers and compilers', servers),
        },
        shape: script('the sizes of files and rooms', 'shape', '--files'),
        stories: vitest('every story, with axe', ['--config', 'vitest.stories.config.ts']),
        ...((emulators.due || process.argv.includes('emulators')) && {
          emulators: noting(vitest('the emulators’ own tests', ['emulators/'])),
        }),
      },
    };
  },

  'test:long': () => {
    /** Fresh in each run, and printed: what it finds can be repeated. */
    const seed = (process.env.BUSKER_HUNT_SEED ??= String(Math.trunc(Math.random() * 2 ** 31)));
    const firefoxCard = [
      'e2e/card-conditions.spec.ts',
      'e2e/card-way-out.spec.ts',
      '-g',
      'Dark Reader|the way out of a sheet',
      '--workers=1',
    ];
    return {
      command: 'npm run test:long',
      about: 'long kills, soaks, hunts, other browsers, newer versions of Node; not needed for landing',
      notes: [`seed: ${seed} (BUSKER_HUNT_SEED repeats one)`],
      steps: {
        build,
        firefox: afterBuild(
          playwright('the main walks in Firefox, where one is installed', ['e2e/firefox.spec.ts']),
        ),
        'firefox-card': afterBuild(
          playwright(
            'Dark Reader and the ways out of the sheet, in the Firefox of this machine',
            firefoxCard,
            { BUSKER_TEST_FIREFOX: '1' },
          ),
        ),
        frameworks: afterBuild(
          playwright('the card on sites that frameworks and site software build, and in WordPress', [
            'e2e/frameworks.spec.ts',
            'e2e/wordpress.spec.ts',
            '--workers=1',
          ]),
        ),
        documents: vitest('each command of the documents that one machine can run', [
          'scripts/docs/commands.test.mjs',
        ]),
        webkit: afterBuild(webkit('every walk of e2e/webkit in WebKit, where it is installed')),
        release: afterBuild(
          script(
            'the demo of a release: packed, installed in an empty folder, started, and tipped',
            'release',
            '--try',
          ),
        ),
        image: {
          after: 'release',
          ...script(
            'the files of the image: the demo and a server run from them, read-only, by another user, with a tip through each',
            'image',
            '--try',
          ),
        },
        'zoo-firefox': hunt('each odd page and 20 pairs in Firefox', 'playwright', 'zoo', '--firefox'),
        'zoo-pairs': hunt('a tip on 200 pages with two oddities each', 'playwright', 'zoo', '200', seed),
        'node-22': vitestWithNode(22),
        'node-24': vitestWithNode(24),
        properties: hunt('thousands of runs of each property, from a fresh seed', 'vitest', '20'),
        looks: hunt(
          '200 accents and grounds on every look of a page, each text by WCAG AA',
          'vitest',
          '1',
          'core/looks',
        ),
        soak: hunt('kills, lost webhooks and all orders of two works, in their long form', 'vitest', 'soak'),
        slow: hunt('the browser tests in browsers four times slower', 'playwright', 'browser'),
      },
    };
  },
};

const [name = '', ...words] = process.argv.slice(2);
if (!Object.hasOwn(lanes, name)) throw new Error(`node scripts/test.mjs ${Object.keys(lanes).join('|')}`);
if (name === 'test' || name === 'test:rest') process.env.BUSKER_TEST_LANE = name;
process.exitCode = await runLane(await lanes[name](), words);
