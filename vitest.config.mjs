import { defineConfig } from 'vitest/config';
import { propertyTests } from './scripts/property-tests.mjs';
import { testReporters } from './scripts/stalled-tests.ts';

const exclude = ['node_modules/**', 'dist/**'];

export default defineConfig({
  plugins: [propertyTests()],
  test: {
    reporters: testReporters(),
    css: { include: [/.+/] },
    // Only ends what hangs: speed is measured in `npm run bench`, never here, and a busy machine is no failure.
    testTimeout: 30_000,
    // Vitest leaves one core to itself, which has little to do: of two cores that is half of the run.
    maxWorkers: '100%',
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
