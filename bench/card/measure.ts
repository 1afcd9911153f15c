import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '@busker/emulators/find-chromium';
import { showEmptyPopover, watchPage, type PageFigures } from './page-watch';
import type { PageWish } from './serve-pages';
import { startSocksLink, type Link } from './socks-link';

export interface Visit extends PageWish {
  /** null: no network delay, only the processor. */
  readonly link: Link | null;
  /** How many cards must be drawn before the visit is over. */
  readonly wanted: number;
  /**
   * Then points at the tip button and taps it. `rested`: half a second after everything that pointing fetches has loaded. `at-once`: immediately.
   * `empty`: like `rested`, but the tap only shows an empty popover, which measures the browser's own share.
   */
  readonly tap?: 'rested' | 'at-once' | 'empty';
}

export interface VisitFigures extends PageFigures {
  /** Milliseconds that the page's main thread was busy, by Chromium's own count. */
  readonly busy: number;
  /** Host names that the page requested and no server has. */
  readonly refused: readonly string[];
}

const slowdown = 4;
const rest = 500;
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
    // Names under `localhost`: browsers accept Brotli only there and over TLS. So loopback requests must go through the proxy too.
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
  // The TypeScript loader adds calls of this name to the functions that run in the page.
  await page.addInitScript({ content: 'globalThis.__name = (it) => it' });
  await page.addInitScript(watchPage, wanted);
  if (wish.tap === 'empty') await page.addInitScript(showEmptyPopover);
  // The page reports by itself: polling it with Playwright would add long tasks.
  await devtools.send('Runtime.enable');
  await devtools.send('Runtime.addBinding', { name: 'tellBench' });
  const figureOf = (figure: string): Promise<void> =>
    new Promise((resolve) => {
      devtools.on('Runtime.bindingCalled', ({ payload }) => payload === figure && resolve());
      // A card that does not appear has no figure, and its rows miss their bounds.
      setTimeout(resolve, patience).unref();
    });
  const painted = figureOf('painted');
  const usable = figureOf('usable');
  const sheet = figureOf('sheet');
  await page.goto(`http://page.localhost/${target}?cards=${cards}${preloaded ? '&preloaded' : ''}`);
  if (wanted > 0) await painted;
  if (wanted > 0 && target === 'busker') await usable;
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const { metrics } = await devtools.send('Performance.getMetrics');
  if (wish.tap) {
    await tapTipButton(page, devtools, wish.tap === 'at-once' ? 0 : rest);
    await sheet;
  }
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: 'JSON.stringify(document.figures)',
  });
  const figures = JSON.parse(String(result.value)) as PageFigures;
  const busy = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  return { ...figures, busy };
}

/** With raw mouse events: Playwright's `click` inspects the page first and delays its listeners. */
export async function tapTipButton(page: Page, devtools: CDPSession, pause: number): Promise<void> {
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `(() => {
      const { x, y, width, height } = document.querySelector('busker-card').shadowRoot.querySelector('button').getBoundingClientRect();
      return JSON.stringify({ x: x + width / 2, y: y + height / 2 });
    })()`,
  });
  const at = JSON.parse(String(result.value)) as { readonly x: number; readonly y: number };
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
  if (pause > 0) {
    let last = performance.now();
    const stir = () => (last = performance.now());
    page.on('response', stir);
    while (performance.now() - last < pause) await new Promise((done) => setTimeout(done, 50));
  }
  const button = { ...at, button: 'left', clickCount: 1 } as const;
  await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
}
