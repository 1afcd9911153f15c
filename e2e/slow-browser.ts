import type { BrowserContext, Page } from '@playwright/test';

/** How many times slower each page computes; 1 unless asked for by `npm run hunt -- browser 4`. */
const times = Number(process.env['BUSKER_SLOW_BROWSER'] ?? '1');

async function slow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/** A test that bets on who comes first loses here what it would lose once in a hundred runs. */
export function slowDown(context: BrowserContext): void {
  if (times === 1) return;
  // A page that is gone at once cannot be slowed any more.
  context.on('page', (page) => void slow(page).catch(() => {}));
}
