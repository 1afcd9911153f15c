import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real browser for the tests of a local server: CHROMIUM_PATH, else one that is installed, else Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM_PATH'], ...places].find((path) => path && existsSync(path));
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
}
