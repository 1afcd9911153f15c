import { register } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { inFirefox } from './e2e/firefox';
import { findChromium } from './emulators/find-chromium';

// The tests ask the dashboard's own code for the height of a card, which has the card's texts in it.
register('./scripts/messages/load-parts.mjs', import.meta.url);

const { executablePath, args } = await findChromium();

const inChromium = {
  ...devices['Desktop Chrome'],
  launchOptions: { executablePath, args: [...args] },
};

// With a user agent that is set, Firefox 153 refuses what a service worker fetches from other origins.
const { userAgent: _set, ...inFirefoxAsItIs } = inFirefox;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // `npm run test:rest` leaves out what the other lanes run; by hand, every file can be run.
  testIgnore: process.env['BUSKER_TEST_IGNORE']?.split(',') ?? [],
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: Math.max(2, availableParallelism()),
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Only ends what hangs: speed is measured in `npm run bench`, never here, and a busy machine is no failure.
  timeout: 300_000,
  globalTimeout: 40 * 60_000,
  expect: { timeout: 60_000 },
  reporter: process.env['BUSKER_TEST_REPORT']
    ? [['json', { outputFile: process.env['BUSKER_TEST_REPORT'] }], ['list']]
    : [['list']],
  use: {
    // Recording each step costs more than many of the tests; `npx playwright test --trace on e2e/x.spec.ts` shows why one failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...(process.env['BUSKER_TEST_FIREFOX'] ? inFirefoxAsItIs : inChromium),
  },
});
