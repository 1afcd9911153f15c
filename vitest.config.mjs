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
    testTimeout: 30_000,
    // One more than there are cores here: half of the tests of the local servers wait for a process or a browser to start.
    maxWorkers: availableParallelism() + 1,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // `npx vitest run core --coverage`: the rules of the product have no line that no test has run.
    coverage: {
      include: ['core/**/*.ts'],
      exclude: ['core/**/*.test.ts'],
      reporter: ['text-summary'],
      thresholds: { 100: true },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{core,functions,local,rules,scripts,e2e,bench}/**/*.test.{ts,mjs}'],
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
