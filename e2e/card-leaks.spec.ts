import type { CDPSession, Page } from '@playwright/test';
import { enTip } from './card-texts';
import { expect, test } from './fixtures';
import { ada } from './steps';

// Playwright's trace recorder adds its own listeners and nodes, which would be counted as the card's.
test.use({ trace: 'off', screenshot: 'off' });

/** The browser's counts after garbage collection. */
async function counted(page: Page, devtools: CDPSession): Promise<Record<string, number>> {
  await page.waitForLoadState('networkidle');
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners, documents } = await devtools.send('Memory.getDOMCounters');
  const timers = await page.evaluate(() => (document as unknown as { timers: Set<number> }).timers.size);
  return { nodes, jsEventListeners, documents, timers };
}

/** Counts the timers that are still running. */
function watchTimers(): void {
  const timers = new Set<number>();
  Object.assign(document, { timers });
  const set = window.setTimeout.bind(window);
  const clear = window.clearTimeout.bind(window);
  const repeat = window.setInterval.bind(window);
  const stop = window.clearInterval.bind(window);
  Object.assign(window, {
    setTimeout: (act: () => void, delay?: number) => {
      const id = set(() => {
        timers.delete(id);
        act();
      }, delay);
      timers.add(id);
      return id;
    },
    clearTimeout: (id: number) => {
      timers.delete(id);
      clear(id);
    },
    setInterval: (act: () => void, delay?: number) => {
      const id = repeat(act, delay);
      timers.add(id);
      return id;
    },
    clearInterval: (id: number) => {
      timers.delete(id);
      stop(id);
    },
  });
}

async function addOpenAndRemove(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const card = document.createElement('busker-card');
    card.setAttribute('profile', 'ada');
    const ready = new Promise((resolve) => card.addEventListener('busker-ready', resolve));
    document.querySelector('main')?.prepend(card);
    await ready;
    (card as HTMLElement & { openTip: (amount: number) => void }).openTip(5);
  });
  await page.getByRole('dialog', { name: enTip.title(ada.name) }).waitFor();
  await page.evaluate(() => document.querySelector('main > busker-card')?.remove());
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

// Holds web-041, tag-037.
test('a card that was added and removed ten times with its sheet open leaves no node, listener or timer', async ({
  page,
  context,
  busker,
}) => {
  // Stripe's script is not counted: it keeps its listeners until the page closes.
  await page.route(
    (url) => url.origin === busker.stripe || url.hostname === 'js.stripe.com',
    (route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.addInitScript(watchTimers);
  await page.goto(`${busker.examples}/plain-html/`);
  const devtools = await context.newCDPSession(page);
  await addOpenAndRemove(page);
  await addOpenAndRemove(page);
  const timersLeft = async () => (await counted(page, devtools))['timers'];
  // Until the card form's timeout, its timer references the removed card.
  await expect.poll(timersLeft).toBe(0);
  const before = await counted(page, devtools);
  for (let times = 0; times < 10; times += 1) await addOpenAndRemove(page);
  await expect.poll(timersLeft).toBe(0);
  // Less than one per removed card. The pay step is loaded once and stays, and the browser may keep the last card for a moment.
  const grown = async () => {
    const after = await counted(page, devtools);
    return Math.max(...Object.entries(before).map(([what, count]) => (after[what] ?? 0) - count));
  };
  await expect.poll(grown).toBeLessThan(10);
});
