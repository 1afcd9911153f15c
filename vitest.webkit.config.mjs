import { defineConfig } from 'vitest/config';
import { testReporters } from './scripts/testing/stalled-tests.ts';

/** `npm run webkit`: the walks in WebKit, the engine of Safari. */
export default defineConfig({
  test: {
    include: ['e2e/webkit/*.webkit.ts'],
    environment: 'node',
    reporters: testReporters(),
    // One window at a time: two cores are enough for one browser and one server.
    fileParallelism: false,
    // Only ends what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
