import type { BrowserContext, Page } from '@playwright/test';

/** How many times slower each page computes; 1 unless asked for by `npm run hunt -- browser 4`. */
const times = Number(process.env['BUSKER_SLOW_BROWSER'] ?? '1');

async function slow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/** A test that depends on timing fails here more often than on a fast machine. */
export function slowDown(context: BrowserContext): void {
  if (times === 1) return;
  // The page may be closed already.
  context.on('page', (page) => void slow(page).catch(() => {}));
}
