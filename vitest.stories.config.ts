import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './emulators/find-chromium';
import { testReporters } from './scripts/testing/stalled-tests';

// Every story is opened in a real browser: it must render, its play function must pass, and axe must find nothing.
const { executablePath, args } = await findChromium();

export default defineConfig({
  // A cache of an earlier run lacks imports that are new since then. They would be found during the tests, which then load React twice.
  optimizeDeps: { force: true },
  plugins: [storybookTest({ configDir: '.storybook' })],
  test: {
    name: 'stories',
    reporters: testReporters(),
    testTimeout: 60_000,
    setupFiles: ['scripts/testing/no-owner-stacks.ts'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { executablePath, args: [...args] },
        // Drawing each frame of the animations is a sixth of the browser's work here, and no story is about movement.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
    // Two pages: each waits for its code and its animations for much of its time.
    maxWorkers: 2,
  },
});
