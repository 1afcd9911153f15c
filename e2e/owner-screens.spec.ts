import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { format } from 'prettier';
import { newStateDir, removeStateDir, startBackend, type Backend } from './backend';
import { fillOwner } from './filled-owner';
import { expect, test } from './fixtures';
import { ada, signIn } from './steps';

// Their own server, so that no other test changes them. `BUSKER_RECORD=1` records the layout again.
test.describe.configure({ mode: 'serial' });

const file = new URL('screen-layout.json', import.meta.url);
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly Box[]>;
const records = process.env['BUSKER_RECORD'] === '1';

/** For what is at rest and still differs. In milliseconds. */
const patience = 5000;
const widths = [360, 1120, 1280] as const;
const screens: Readonly<Record<string, string>> = {
  'page/profile': 'Profile',
  'page/amounts': 'Amounts',
  'page/thanks': 'Goal, wall and thanks',
  'money/tips': 'Tips',
  'money/review': 'Review',
  'money/monthly': 'Monthly fans',
  'money/books': 'Books',
  insights: 'Insights',
  'settings/payments': 'Payments',
  'settings/ways': 'Ways to pay',
  'settings/sites': 'Sites',
  'settings/notifications': 'Notifications',
  'share/embed': 'Embed',
  'share/kit': 'Gig kit',
  'share/stream': 'Stream and big screen',
  'settings/account': 'Account',
};

let backend: Backend;
test.beforeAll(async () => {
  backend = await startBackend({ stateDir: await newStateDir() });
  await fillOwner(backend.addresses, 40);
});
test.afterAll(async () => {
  await backend.stop();
  await removeStateDir(backend.stateDir);
  if (records) writeFileSync(file, await format(JSON.stringify(recorded), { parser: 'json' }));
});

/** The screen has its data. */
async function arrived(page: Page, screen: string): Promise<void> {
  await page.getByRole('heading', { name: screens[screen] ?? '', level: 1 }).waitFor();
  if (screen === 'page/profile' && (page.viewportSize()?.width ?? 0) > 1000)
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  if (screen === 'share/embed')
    await page.getByRole('button', { name: 'Send a tip' }).first().waitFor({ state: 'attached' });
  if (screen === 'settings/ways') await page.getByRole('list', { name: 'On' }).waitFor();
  if (screen === 'insights') await page.locator('.recharts-surface').first().waitFor();
  if (screen === 'money/tips') await page.getByRole('list', { name: 'List of tips' }).waitFor();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
}

for (const scheme of ['light', 'dark'] as const)
  // Holds dash-102.
  test(`every main screen has its recorded layout, with nothing cut off or overlapping, in ${scheme}`, async ({
    page,
  }) => {
    const { app } = backend.addresses;
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });

    const look = async (screen: string, width: number) => {
      const name = `${screen} ${width}`;
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      // Parts that measure their width by script update a moment later.
      const found = await boxesAtRest(page);
      if (records) recorded[name] = found;
      await test.step(`${name}, ${scheme}`, async () => {
        const boxes = recorded[name] ?? [];
        // A new or missing part ends the test at once: it is on many screens, and each would wait for it.
        await expect
          .poll(async () => namesOf(await boxesOf(page)), { message: `parts of ${name}`, timeout: patience })
          .toEqual(namesOf(boxes));
        const soft = expect.configure({ soft: true });
        await soft
          .poll(async () => differences(boxes, await boxesOf(page)), { message: name, timeout: patience })
          .toEqual([]);
        await soft.poll(() => faultsOf(page), { message: name, timeout: patience }).toEqual([]);
      });
    };

    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${app}/sign-in`);
      await page.getByRole('button', { name: 'Use another way' }).waitFor();
      await look('sign-in', width);
    }
    await signIn(page, backend.addresses, ada);
    for (const screen of Object.keys(screens)) {
      await page.goto(`${app}/${screen}`);
      await arrived(page, screen);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await look(screen, width);
      }
    }
  });

// Holds dash-1024.
test('with two currencies and filters the first tip begins above 350 px, on a phone and on a wide screen', async ({
  page,
}) => {
  await fillOwner(backend.addresses, 12, ada, { isBooked: true, currency: 'eur', days: 0 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, backend.addresses, ada);
  const year = new Date().getFullYear();
  const filters = `?q=a&state=all&from=${year - 1}-01-01&until=${year}-12-31`;
  for (const [width, height] of [
    [360, 740],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${backend.addresses.app}/money/tips${filters}`);
    await expect(page.getByText('You keep')).toHaveCount(2);
    await expect(page.getByRole('button', { name: /^Filters \(/ })).toBeVisible();
    const row = page.getByRole('list', { name: 'List of tips' }).getByRole('listitem').first();
    await expect.poll(async () => (await row.boundingBox())?.y ?? Infinity).toBeLessThan(350);
  }
});

for (const locale of ['de-DE', 'fr-FR', 'es-ES'])
  // Holds dash-1274.
  test(`the title of the tips and its buttons share one row at 360 px: ${locale}`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${backend.addresses.app}/sign-in`);
    await page.locator('input[type=email]').fill(ada.email);
    await page.locator('input[type=password]').fill(ada.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/page/profile');
    await page.goto(`${backend.addresses.app}/money/tips`);
    const header = page.locator('main header');
    await header.getByRole('button').waitFor();
    expect((await header.boundingBox())?.height).toBeLessThan(50);
    await context.close();
  });

// Holds dash-1022.
test('on a phone the page’s address, what needs the owner and every screen are one press away', async ({
  browser,
}) => {
  await fillOwner(backend.addresses, 12, ada, { isBooked: true, currency: 'eur', days: 0, held: 2 });
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await signIn(page, backend.addresses, ada);
  await page.getByRole('button', { name: 'Copy address' }).tap();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/@ada$/);
  await page.getByRole('link', { name: 'Open the review' }).tap();
  await expect(page).toHaveURL(/\/money\/review$/);
  await expect(page.locator('main kbd').first()).toBeHidden();
  const menu = page.getByRole('navigation', { name: 'Main' });
  const middle = async (name: string) => {
    const box = await menu.getByRole('link', { name }).boundingBox();
    return [{ x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }];
  };
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', await middle('Settings'));
  await menu.getByRole('link', { name: 'Notifications' }).waitFor();
  await touch('touchMove', await middle('Notifications'));
  await touch('touchEnd', []);
  await expect(page).toHaveURL(/\/settings\/notifications$/);
  await context.close();
});

test('Publish stays in sight while a long screen is scrolled, and covers nothing that has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await signIn(page, backend.addresses, ada);
  await page.getByText('Take the page down').scrollIntoViewIfNeeded();
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect(publish).toBeInViewport();
  const foot = ((await publish.boundingBox())?.y ?? 0) + 36;
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('Shift+Tab');
  const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
  expect(focused).toBeGreaterThan(foot);
});

/** Collects from now on what moves on each page without the owner's doing. */
function watchShifts(): void {
  const seen: Shift[] = [];
  Object.assign(window, { shifts: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as { value: number; sources: { node: Element | null }[] };
      seen.push({ value, moved: sources.map(({ node }) => node?.className ?? '') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

for (const [width, height] of [
  [360, 740],
  [1280, 900],
] as const)
  // Holds dash-254, dash-1271.
  test(`nothing moves on any screen while it arrives, with what needs the owner, at ${width} px`, async ({
    page,
  }) => {
    await fillOwner(backend.addresses, 12, ada, { isBooked: true, currency: 'eur', days: 0, held: 2 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await signIn(page, backend.addresses, ada);
    await page.getByRole('region', { name: 'What needs you' }).waitFor();
    await page.addInitScript(watchShifts);
    // The tips once more: then they come from the cache first.
    for (const screen of [...Object.keys(screens), 'money/payouts', 'settings/domain', 'money/tips']) {
      await page.goto(`${backend.addresses.app}/${screen}`);
      await arrived(page, screen);
      if (screen !== 'money/review') await page.getByRole('region', { name: 'What needs you' }).waitFor();
      await boxesAtRest(page);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      expect.soft(sum, `${screen}: ${JSON.stringify(shifts)}`).toBeLessThan(0.02);
    }
  });

/** The horizontal position of a part of a screen, in CSS pixels. Heights depend on the machine's fonts and are not compared. */
export interface Box {
  readonly name: string;
  readonly left: number;
  readonly width: number;
}

/** The grid items of a screen, in document order. */
export const boxesOf = (page: Page): Promise<Box[]> =>
  page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>(
      'header, nav, main, aside, form, search, main section, main ul[aria-label], [role="tablist"]',
    );
    const nameOf = (part: HTMLElement): string => {
      const by = part.getAttribute('aria-labelledby');
      const label = part.getAttribute('aria-label') ?? (by && document.getElementById(by)?.textContent) ?? '';
      return [part.localName, part.getAttribute('role'), label].filter(Boolean).join(' ');
    };
    return [...parts].flatMap((part) => {
      const { left, width, height } = part.getBoundingClientRect();
      // The card in the preview has its own sizes.
      const shown = width > 0 && height > 0 && !part.closest('busker-card');
      return shown ? [{ name: nameOf(part), left: Math.round(left), width: Math.round(width) }] : [];
    });
  });

export const namesOf = (boxes: readonly Box[]): readonly string[] => boxes.map(({ name }) => name);

/** How many frames the boxes must stay the same to count as at rest: half a second at the usual rate, longer on a busy machine. */
const restFrames = 30;

const framesLater = (page: Page): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1)
      await new Promise((resolve) => void requestAnimationFrame(resolve));
  }, restFrames);

/** The boxes once they no longer change. Parts that measure their width by script follow a change of the window a moment later. */
export async function boxesAtRest(page: Page): Promise<Box[]> {
  for (let before = await boxesOf(page); ;) {
    await framesLater(page);
    const now = await boxesOf(page);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

/** Layout faults of a screen that are wrong at any width and with any font, each as a sentence. */
export const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const faults = wide > 0 ? [`the page is ${wide} px wider than the window`] : [];
    const styleOf = (element: Element) => getComputedStyle(element);
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true });
    };
    const above = (element: Element): Element[] => {
      const parents: Element[] = [];
      for (let at = element.parentElement; at; at = at.parentElement) parents.push(at);
      return parents;
    };
    const scrolls = (element: Element) =>
      [element, ...above(element)].some((parent) => /auto|scroll/.test(styleOf(parent).overflowX));
    // Elements that overlap on purpose: a sticky bar, the cross in a field.
    const floats = (element: Element) =>
      [element, ...above(element)].some((parent) => /fixed|sticky|absolute/.test(styleOf(parent).position));
    const words = (element: Element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);

    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!own || !isShown(element) || element.closest('svg, script, style')) continue;
      const { overflowX, textOverflow, lineHeight, fontSize } = styleOf(element);
      const { left, right, height } = element.getBoundingClientRect();
      const hides = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
      if (hides && element.scrollWidth > element.clientWidth + 1) faults.push(`cut off: ${words(element)}`);
      const outside = right > window.innerWidth + 1 || left < -1;
      if (outside && !scrolls(element)) faults.push(`outside the window: ${words(element)}`);
      const line = Number.parseFloat(lineHeight) || Number.parseFloat(fontSize);
      if (styleOf(element).display !== 'inline' && height < line * 0.7 && !scrolls(element))
        faults.push(`too low for its line: ${words(element)}`);
    }

    const controls = [...document.querySelectorAll('a, button, input, select, textarea')].filter(
      (control) => isShown(control) && !floats(control) && styleOf(control).opacity !== '0',
    );
    const isEmpty = (element: Element) =>
      !element.textContent?.trim() && !/^(canvas|iframe|img|input|svg|video)$/i.test(element.tagName);
    for (const [at, one] of controls.entries()) {
      const a = one.getBoundingClientRect();
      // Null outside of the window.
      const hit = document.elementFromPoint(a.left + a.width / 2, a.top + a.height / 2);
      if (hit && isEmpty(hit) && !one.contains(hit) && !hit.contains(one) && !hit.closest('label, svg'))
        faults.push(`takes the tap on ${words(one)}, and cannot be seen: ${hit.className}`);
      for (const other of controls.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const b = other.getBoundingClientRect();
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 2) faults.push(`overlap: ${words(one)} and ${words(other)}`);
      }
    }
    return faults;
  });

/** The differences from the recorded layout, without those of rounding or of a scroll bar. */
export function differences(recorded: readonly Box[], now: readonly Box[], tolerance = 3): readonly string[] {
  const names = (boxes: readonly Box[]) => namesOf(boxes).join('\n');
  if (names(recorded) !== names(now)) return [`parts were\n${names(recorded)}\nand are\n${names(now)}`];
  return now.flatMap((box, at) => {
    const before = recorded[at] ?? box;
    const moved = Math.max(Math.abs(before.left - box.left), Math.abs(before.width - box.width));
    return moved > tolerance
      ? [`${box.name}: ${before.left} + ${before.width} became ${box.left} + ${box.width}`]
      : [];
  });
}
