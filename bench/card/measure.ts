import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '@busker/emulators/find-chromium';
import type { PageWish } from './serve-pages';
import { startSocksLink, type Link } from './socks-link';

/** What a page reports. Milliseconds count from the arrival of its HTML. */
export interface PageFigures {
  /** The paint of the first frame in which every wanted card has all of its links laid out; null while there is none. */
  painted: number | null;
  /** Sum of all layout shifts. */
  shift: number;
  /** The longest task of the main thread, when it is over 50 ms; else 0. */
  longTask: number;
  /** The same of the tasks that began after the script had arrived: no other task can run it. */
  lateTask: number;
  /** When the late part has run, whose code answers a tap on the tip button; null before, and for pages without one. */
  usable: number | null;
  /** From the tap until the sheet is painted; null before. */
  sheet: number | null;
}

declare global {
  /** The benchmark's callback: called with the name of each new figure. */
  var tellBench: ((figure: 'painted' | 'usable' | 'sheet') => void) | undefined;
  interface Document {
    figures: PageFigures;
  }
}

/** Runs in the page before its own scripts. Finds links in shadow roots; the page's own links do not count. */
export function watchPage(wanted: number): void {
  const figures: PageFigures = {
    painted: null,
    shift: 0,
    longTask: 0,
    lateTask: 0,
    usable: null,
    sheet: null,
  };
  document.figures = figures;
  const observe = (type: string, look: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => {
    figures.shift += (entry as unknown as { value: number }).value;
  });
  observe('longtask', ({ startTime, duration }) => {
    figures.longTask = Math.max(figures.longTask, duration);
    const script = performance
      .getEntriesByType('resource')
      .find((entry) => (entry as PerformanceResourceTiming).initiatorType === 'script');
    const arrived = (script as PerformanceResourceTiming | undefined)?.responseEnd ?? Infinity;
    if (startTime >= arrived) figures.lateTask = Math.max(figures.lateTask, duration);
  });

  const sinceHtml = (): number => {
    const [navigation] = performance.getEntriesByType('navigation');
    return performance.now() - (navigation as PerformanceNavigationTiming).responseStart;
  };
  // The module has run when its import is settled. The card's own tasks for it come before the next frame.
  observe('resource', ({ name }) => {
    if (figures.usable !== null || !name.includes('/late-parts-')) return;
    void import(name).then(() =>
      afterPaint(() => {
        figures.usable ??= sinceHtml();
        tellBench?.('usable');
      }),
    );
  });

  const isDrawn = (card: Element): boolean => {
    const links = card.shadowRoot?.querySelectorAll('a[href]') ?? [];
    return links.length >= 5 && [...links].every((link) => link.getBoundingClientRect().height > 0);
  };
  const afterPaint = (act: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    requestAnimationFrame(() => port2.postMessage(null));
  };
  const look = (): void => {
    const cards = document.querySelectorAll('busker-card');
    const drawn = cards.length >= wanted && [...cards].slice(0, wanted).every(isDrawn);
    if (!drawn) return void requestAnimationFrame(look);
    afterPaint(() => {
      figures.painted = sinceHtml();
      tellBench?.('painted');
    });
  };
  if (wanted > 0) requestAnimationFrame(look);

  addEventListener(
    'click',
    ({ timeStamp }) => {
      const wait = (): void => {
        // A rendered but closed sheet is invisible.
        const sheets =
          document.querySelector('busker-card')?.shadowRoot?.querySelectorAll('[role=dialog]') ?? [];
        const isShown = [...sheets].some(
          (sheet) =>
            sheet.getBoundingClientRect().height > 0 && sheet.checkVisibility({ visibilityProperty: true }),
        );
        if (!isShown) return void requestAnimationFrame(wait);
        afterPaint(() => {
          figures.sheet = performance.now() - timeStamp;
          tellBench?.('sheet');
        });
      };
      wait();
    },
    { capture: true, once: true },
  );
}

/** Runs in the page: a tap shows an empty popover in the card, and nothing of the card's own sheet. The least that any sheet takes. */
function showEmptyPopover(): void {
  addEventListener(
    'click',
    (event) => {
      event.stopPropagation();
      const sheet = document.createElement('div');
      sheet.setAttribute('role', 'dialog');
      sheet.popover = 'manual';
      sheet.style.cssText = 'position: fixed; inset: 0; width: auto; height: auto';
      document.querySelector('busker-card')?.shadowRoot?.append(sheet);
      sheet.showPopover();
      sheet.tabIndex = -1;
      sheet.focus();
    },
    { capture: true },
  );
}

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
