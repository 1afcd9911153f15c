import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../../local/find-chromium';
import type { PageFigures } from './page-watch';
import { watchPage } from './page-watch';
import type { PageWish } from './host-page';
import type { Link } from './shared-line';
import { startSocksLink } from './socks-link';

export interface Visit extends PageWish {
  /** null: no network to speak of, only the processor. */
  readonly link: Link | null;
  /** How many cards must be drawn before the visit is over. */
  readonly wanted: number;
  /** Then point at the tip button, wait until its chunk is there, and tap it. */
  readonly tap?: boolean;
}

export interface VisitFigures extends PageFigures {
  /** Milliseconds that the page's main thread was busy, by Chromium's own count. */
  readonly busy: number;
  /** Names that the page asked for and nobody serves. */
  readonly refused: readonly string[];
}

const slowdown = 4;
const patience = 45_000;
const viewport = { width: 1280, height: 900 };

/** One visit in a new browser: no cache, no connection, a processor four times slower. */
export async function visitPage(
  wish: Visit,
  places: Readonly<Record<string, number>>,
): Promise<VisitFigures> {
  const { executablePath, args } = await findChromium();
  const link = await startSocksLink(wish.link, places);
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    // Names under `localhost`, for only there and under TLS do browsers accept Brotli; so loopback must go through the proxy too.
    proxy: { bypass: '<-loopback>', server: `socks5://127.0.0.1:${link.port}` },
  });
  try {
    const figures = await look(browser, wish);
    return { ...figures, refused: [...link.refused] };
  } finally {
    await browser.close();
    await link.close();
  }
}

async function look(browser: Browser, wish: Visit): Promise<Omit<VisitFigures, 'refused'>> {
  const { target, cards, preloaded, wanted } = wish;
  const page = await browser.newPage({ viewport });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devtools.send('Performance.enable');
  // What the loader of this file leaves in the functions that it hands to the page.
  await page.addInitScript({ content: 'globalThis.__name = (it) => it' });
  await page.addInitScript(watchPage, wanted);
  await page.goto(`http://page.localhost/${target}?cards=${cards}${preloaded ? '&preloaded' : ''}`);
  if (wanted > 0)
    // A card that does not come stays without a figure, and its rows miss their bounds.
    await page
      .waitForFunction(() => document.figures.painted !== null, null, { timeout: patience })
      .catch(() => undefined);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const { metrics } = await devtools.send('Performance.getMetrics');
  if (wish.tap) {
    const button = page.getByRole('button', { name: 'Send a tip' });
    await button.hover();
    await page.waitForLoadState('networkidle');
    await button.click();
    await page.waitForFunction(() => document.figures.sheet !== null, null, { timeout: patience });
  }
  const figures = await page.evaluate(() => document.figures);
  const busy = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  return { ...figures, busy };
}
