import { defineConfig, devices } from '@playwright/test';
import { inFirefox } from './e2e/firefox';
import { findChromium } from './emulators/find-chromium';

const { executablePath, args } = await findChromium();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // Two Chromiums fill two cores.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Only ends what hangs: speed is measured in `npm run bench`, never here, and a busy machine is no failure.
  timeout: 300_000,
  globalTimeout: 25 * 60_000,
  expect: { timeout: 60_000 },
  reporter: process.env['BUSKER_TEST_REPORT']
    ? [['json', { outputFile: process.env['BUSKER_TEST_REPORT'] }], ['list']]
    : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath, args: [...args] },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...(process.env['BUSKER_TEST_FIREFOX'] ? inFirefox : {}),
  },
});
