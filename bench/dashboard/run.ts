import { chromium, type Page } from '@playwright/test';
import { newStateDir, removeStateDir, startBackend } from '../../e2e/backend';
import { fillOwner } from '../../e2e/filled-owner';
import { ada, signIn } from '../../e2e/steps';
import { findChromium } from '@busker/emulators/find-chromium';
import { median, type BenchOptions, type BenchRow } from '../bench-row';

/** Scrolls to the end of the list, a screen at a time, and tells the longest task that the browser saw meanwhile (ms; 0 = none above 50). */
async function longestTaskOfScroll(page: Page, screens: number): Promise<number> {
  return page.evaluate(async (count) => {
    let longest = 0;
    const watcher = new PerformanceObserver((seen) => {
      for (const { duration } of seen.getEntries()) longest = Math.max(longest, duration);
    });
    watcher.observe({ type: 'longtask' });
    for (let at = 0; at < count; at += 1) {
      window.scrollBy(0, window.innerHeight);
      // Waits two frames. No named functions here: the compiler's helper for names does not exist in the page.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    watcher.disconnect();
    return longest;
  }, screens);
}

/** From a click in the menu until the next screen's heading is drawn. */
async function routeChange(page: Page, name: string): Promise<number> {
  return page.evaluate(async (label) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
    const link = links.find((candidate) => candidate.textContent === label);
    const start = performance.now();
    link?.click();
    while (document.querySelector('main h1')?.textContent !== label)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - start;
  }, name);
}

/** The dashboard with 10,000 tips, as built, in a browser on the real local backend. */
export async function run({ quick, log }: BenchOptions): Promise<readonly BenchRow[]> {
  const tipCount = quick ? 1000 : 10_000;
  const { executablePath, args } = await findChromium();
  const stateDir = await newStateDir();
  const backend = await startBackend({ stateDir });
  const browser = await chromium.launch({ executablePath, args: [...args] });
  try {
    log(`dashboard: writing ${tipCount} tips`);
    await fillOwner(backend.addresses, tipCount);
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await signIn(page, backend.addresses, ada);
    // A search that matches all tips loads all of them.
    await page.goto(`${backend.addresses.app}/money/tips?q=adalind`);
    await page.getByText(`${tipCount.toLocaleString('en')} tips found`, { exact: false }).waitFor();
    await page.getByText('looking through older tips').waitFor({ state: 'detached' });
    const longest = await longestTaskOfScroll(page, quick ? 60 : 400);
    const changes: number[] = [];
    for (const name of [
      'Embed',
      'Payments',
      'Insights',
      'Profile',
      'Embed',
      'Payments',
      'Insights',
      'Profile',
    ])
      changes.push(await routeChange(page, name));
    // The first round may still load code.
    const warm = changes.slice(4);
    return [
      { what: `scrolling ${tipCount} tips: longest task`, value: longest, unit: 'ms', atMost: 50 },
      { what: 'going to another screen (median)', value: median(warm), unit: 'ms', atMost: 200 },
    ];
  } finally {
    await browser.close();
    await backend.stop();
    await removeStateDir(stateDir);
  }
}
