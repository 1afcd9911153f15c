import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { restOfUnit } from './scripts/lanes.mjs';
import { browserScripts } from './scripts/rollup/browser-scripts.mjs';
import { messages } from './scripts/rollup/messages.mjs';
import { ProjectByProject } from './scripts/testing/project-by-project.ts';
import { testReporters } from './scripts/testing/stalled-tests.ts';
import { stylesThatHide } from './scripts/testing/styles-that-hide.ts';
import { testDepth } from './scripts/testing/test-depth.ts';

// Of workers that render and drop whole screens, a seventh of the time went to collecting the small young generation that V8 gives them.
setFlagsFromString('--min-semi-space-size=32');
setFlagsFromString('--max-semi-space-size=64');

/** `npm test` leaves out what `npm run test:rest` runs; by hand, every file can be run. */
const leftOut =
  process.env.BUSKER_TEST_LANE === 'test'
    ? restOfUnit.map((path) => (path.endsWith('/') ? `${path}**` : path))
    : [];
const exclude = ['**/node_modules/**', 'dist/**', ...leftOut];
const npmEntry = 'widget/npm-react*.test.tsx';
const tests = '**/*.test.{ts,tsx,mjs}';

/** Test files of one project share a worker's modules (`isolate: false`) unless the project says that it needs isolation. */
const project = (name, include, options = {}) => ({
  extends: true,
  test: { name, include, environment: 'node', isolate: false, ...options },
});

const inFolder = (folder, options) => project(folder.split('/').at(-1), [`${folder}/${tests}`], options);

/** They start servers, programs and browsers and wait for them: the limit only ends what hangs. Speed is measured in `npm run bench`. */
const startsServers = { testTimeout: 180_000 };

/** Each test mounts the whole dashboard, or loads a React of its own; beside a build on two cores that takes many times longer than alone. */
const mountsPrograms = { testTimeout: 60_000 };

/** For the projects whose parts load when they are needed. */
const settlesImports = ['scripts/testing/settle-imports.ts'];

/** For the projects whose tests ask the store in memory. */
const refusesUndeclared = ['scripts/testing/refuse-undeclared-queries.ts'];

const emulators = ['auth', 'firestore', 'push', 'rules-engine', 'storage', 'stripe'].map((name) =>
  inFolder(`emulators/${name}`, startsServers),
);

export default defineConfig({
  plugins: [messages(), browserScripts()],
  test: {
    exclude,
    reporters: testReporters(),
    provide: testDepth(),
    setupFiles: ['scripts/testing/every-test.ts'],
    sequence: { sequencer: ProjectByProject },
    css: { include: [/.+/] },
    // A test that needs more says why in its file (scripts/testing/every-test.ts), or its project does above.
    testTimeout: 5000,
    // Not forks: one that ends its file at times never says so, and Vitest waits for ever; seen here with two and three of them, and by others
    // (github.com/TryGhost/Ghost/pull/29649). May go when vitest-dev/vitest's pool gives up such a fork.
    pool: 'threads',
    // Vitest leaves one core to itself, which has little to do: of two cores that is half of the run.
    maxWorkers: availableParallelism(),
    // A hook starts what the tests of a file share, such as a server. The limit only ends what hangs.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // `npm test -- core`: the rules of the product have no line that no test of theirs has run.
    coverage: {
      include: ['core/**/*.ts'],
      exclude: ['core/**/*.test.ts'],
      reporter: ['text-summary'],
      // Some branches are there for the compiler alone: a group of a pattern that has matched is never missing.
      thresholds: { lines: 100, functions: 100, statements: 100, branches: 99 },
    },
    projects: [
      inFolder('core'),
      inFolder('functions', { setupFiles: refusesUndeclared }),
      inFolder('local', startsServers),
      inFolder('rules', startsServers),
      ...emulators,
      project('emulators', ['emulators/*.test.ts'], startsServers),
      project('scripts', [`{scripts,host,e2e,bench}/${tests}`], {
        ...startsServers,
        setupFiles: refusesUndeclared,
      }),
      inFolder('widget', {
        environment: 'happy-dom',
        exclude: [...exclude, npmEntry],
        setupFiles: settlesImports,
      }),
      // Each of its files draws with another version of React.
      project('npm-entry', [npmEntry], { ...mountsPrograms, environment: 'happy-dom', isolate: true }),
      {
        ...inFolder('dashboard', {
          ...mountsPrograms,
          environment: 'happy-dom',
          setupFiles: [
            ...settlesImports,
            'scripts/testing/no-owner-stacks.ts',
            'dashboard/testing/patient-queries.ts',
            'dashboard/testing/empty-storage.ts',
          ],
          // The frame of the overlay's preview stays empty.
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
        }),
        css: { postcss: { plugins: [stylesThatHide] } },
      },
      inFolder('overlay', { environment: 'happy-dom' }),
    ],
  },
});
