import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { propertyTests } from './scripts/property-tests.mjs';
import { SlowFilesFirst } from './scripts/slow-files-first.ts';
import { testReporters } from './scripts/stalled-tests.ts';

const exclude = ['node_modules/**', 'dist/**'];

export default defineConfig({
  plugins: [propertyTests()],
  test: {
    reporters: testReporters(),
    sequence: { sequencer: SlowFilesFirst },
    css: { include: [/.+/] },
    // Only ends what hangs: speed is measured in `npm run bench`, never here, and a busy machine is no failure.
    testTimeout: 180_000,
    // Not forks: one that ends its file at times never says so, and Vitest waits for ever; seen here with two and three of them, and by others
    // (github.com/TryGhost/Ghost/pull/29649). May go when vitest-dev/vitest's pool gives up such a fork.
    pool: 'threads',
    // Vitest leaves one core to itself, which has little to do: of two cores that is half of the run.
    maxWorkers: availableParallelism(),
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // `npm test -- coverage`: the rules of the product have no line that no test of theirs has run.
    coverage: {
      include: ['core/**/*.ts'],
      exclude: ['core/**/*.test.ts'],
      reporter: ['text-summary'],
      // Some branches are there for the compiler alone: a group of a pattern that has matched is never missing.
      thresholds: { lines: 100, functions: 100, statements: 100, branches: 99 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{core,functions,emulators,local,rules,scripts,e2e,bench}/**/*.test.{ts,mjs}'],
          exclude,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['{widget,dashboard}/**/*.test.{ts,tsx}'],
          exclude,
        },
      },
    ],
  },
});
