import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test, ownOwner } from './fixtures';
import { openHostPage } from './host-page';
import { tipByKeyboard } from './keyboard-walk';
import { ada, cardForm, cards, openTipSheet, typeCard } from './steps';
import { thanks } from './truth';
import { unreadable, watchPlaces, brokenRules } from './broken-rules';

test.describe('what readers set', () => {
  const ada = ownOwner({ name: 'Ada Lind' });
  const card = (more = '') =>
    `<busker-card profile="${ada.handle}" ${more} style="display: block; min-height: 577px"></busker-card>`;

  async function openForm(page: Page): Promise<Locator> {
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await cardForm(page).getByLabel('Card number').waitFor();
    await expect(sheet.getByRole('button', { name: enTip.pay('$5.00') })).toBeEnabled();
    return sheet;
  }

  /** Parts of the card and its sheet whose content is wider than they are. */
  const cutOff = (page: Page) =>
    page
      .locator('busker-card')
      .evaluate(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll<HTMLElement>('.busker *') ?? [])]
          .filter(
            (one) =>
              one.clientWidth > 0 &&
              one.scrollWidth > one.clientWidth + 1 &&
              !one.matches('input, textarea, svg *'),
          )
          .map((one) => `${one.className || one.localName} ${one.scrollWidth} > ${one.clientWidth}`),
      );

  /** https://www.w3.org/WAI/WCAG22/Understanding/text-spacing, as a reader's style sheet sets it. */
  const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`;

  // Holds tag-110.
  test('with the spacing of text that readers may set, nothing of the card and its sheet is cut off', async ({
    page,
    busker,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openHostPage(page, busker, { body: card() });
    const sheet = await openForm(page);
    await page.locator('busker-card').evaluate(({ shadowRoot }, css) => {
      const sheetOfReader = new CSSStyleSheet();
      sheetOfReader.replaceSync(css);
      shadowRoot?.adoptedStyleSheets.push(sheetOfReader);
    }, spacing);
    expect(await cutOff(page)).toEqual([]);
    await expect(sheet.getByRole('button', { name: enTip.pay('$5.00') })).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: test.info().outputPath('spacing.png') });
  });

  // Holds tag-110.
  test('at four times the size a fan reads everything without scrolling sideways, and pays', async ({
    page,
    busker,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await openHostPage(page, busker, { body: card() });
    const sheet = await openForm(page);
    expect(await cutOff(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.screenshot({ path: test.info().outputPath('four-times.png') });
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: enTip.pay('$5.00') }).click();
    await expect(thanks(page)).toBeVisible();
  });

  for (const theme of ['light', 'dark', 'auto', 'match'])
    // Holds tag-110.
    test(`every text of a card with theme ${theme} and of its sheet is readable, also where the page is dark`, async ({
      page,
      busker,
    }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await openHostPage(page, busker, {
        head: '<style>html { color-scheme: dark; background: #111; color: #ddd }</style>',
        body: card(`theme="${theme}"`),
      });
      await openForm(page);
      // The Pay button changes its colours slowly.
      await expect.poll(() => page.evaluate(unreadable)).toEqual([]);
    });

  /** From now on `shifts` of the page names what moves in it. */
  async function watchShifts(page: Page): Promise<void> {
    await page.evaluate(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          readonly value: number;
          readonly sources: readonly {
            readonly node: Node | null;
            readonly previousRect: DOMRect;
            readonly currentRect: DOMRect;
          }[];
        })[])
          for (const { node, previousRect, currentRect } of entry.sources)
            shifts.push(
              `${entry.value.toFixed(4)} ${node instanceof Element ? node.className || node.localName : node?.nodeName} ${Math.round(previousRect.top)} → ${Math.round(currentRect.top)}`,
            );
      }).observe({ type: 'layout-shift' });
    });
  }

  // Holds tag-111.
  test('after the sheet has opened on a phone, nothing in it moves while a fan chooses and types', async ({
    page,
    busker,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openHostPage(page, busker, { body: card() });
    const sheet = await openTipSheet(page, ada.name);
    await watchShifts(page);
    const other = sheet.getByRole('textbox', { name: enTip.otherAmount });
    await other.pressSequentially('7.50', { delay: 60 });
    await cardForm(page).getByLabel('Card number').waitFor();
    await expect(sheet.getByRole('button', { name: enTip.pay('$7.50') })).toBeEnabled();
    await typeCard(page, cards.good);
    await other.fill('8.50');
    await sheet.getByRole('textbox', { name: enTip.yourName }).pressSequentially('Kim', { delay: 60 });
    await page.waitForTimeout(500);
    expect(await page.evaluate('shifts')).toEqual([]);

    // The measurement sees a shift when there is one.
    await sheet.evaluate((dialog) => dialog.insertAdjacentHTML('afterbegin', '<p style="height:40px">x</p>'));
    await expect.poll(() => page.evaluate('shifts.length')).toBeGreaterThan(0);
  });

  for (const [width, height] of [
    [360, 640],
    [1280, 900],
  ] as const)
    // Holds tag-154.
    test(`nothing under the card form moves at ${width} px while the form loads, however late`, async ({
      page,
      busker,
    }) => {
      await page.setViewportSize({ width, height });
      for (const late of [
        '**/embed/*/pay-step-*',
        `${busker.stripe}/stripe.js`,
        `${busker.stripe}/frame/card`,
      ])
        await page.route(late, async (route) => {
          await new Promise((after) => setTimeout(after, 700));
          await route.continue();
        });
      await openHostPage(page, busker, { body: card() });
      const sheet = await openTipSheet(page, ada.name);
      await page.evaluate(watchPlaces);
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await expect(sheet.getByText(enTip.cardFormLoading)).toBeVisible();
      await cardForm(page).getByLabel('Card number').waitFor();
      await expect(sheet.getByRole('button', { name: enTip.pay('$5.00') })).toBeEnabled();
      await typeCard(page, cards.good);
      await sheet.getByRole('textbox', { name: enTip.yourName }).pressSequentially('Kim', { delay: 60 });
      expect(await page.evaluate('moves')).toEqual([]);
    });

  const isOnTop = (field: Element): boolean => {
    const { left, top, bottom } = field.getBoundingClientRect();
    const root = field.getRootNode() as ShadowRoot;
    return [top + 4, bottom - 4].every((y) => root.elementFromPoint(left + 9, y) === field);
  };

  /** The keyboard of a phone, on a page that shrinks for it (`interactive-widget=resizes-content`, Firefox and older Chromium on Android). */
  async function keyboardOf(page: Page): Promise<(isUp: boolean) => Promise<void>> {
    const devtools = await page.context().newCDPSession(page);
    return async (isUp) => {
      await devtools.send('Emulation.setDeviceMetricsOverride', {
        width: 360,
        height: isUp ? 340 : 640,
        deviceScaleFactor: 2,
        mobile: true,
      });
      await expect.poll(() => page.evaluate(() => innerHeight)).toBe(isUp ? 340 : 640);
    };
  }

  // Holds tag-145.
  test('while a keyboard takes 300 of 640 px and the page shrinks for it, the field that is scrolled to is whole and uncovered, and nothing in the sheet moves while a fan types or after the keyboard has gone', async ({
    page,
    busker,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openHostPage(page, busker, { body: card() });
    const keyboard = await keyboardOf(page);
    await keyboard(false);
    const sheet = await openForm(page);
    const name = sheet.getByRole('textbox', { name: enTip.yourName });
    const placeOf = (field: Locator) => field.evaluate((one) => Math.round(one.getBoundingClientRect().top));
    const message = sheet.getByRole('textbox', { name: enTip.message });
    for (const field of [name, message]) {
      await field.scrollIntoViewIfNeeded();
      await field.click();
      await keyboard(true);
      // A phone does this when its keyboard has opened; the emulation does not.
      await field.evaluate((one) => one.scrollIntoView({ block: 'nearest' }));
      await expect(field).toBeInViewport({ ratio: 0.98 });
      // Nothing lies over it, as a bar at the end of the sheet might.
      expect(await field.evaluate(isOnTop)).toBe(true);
      await page.waitForTimeout(300);
      await watchShifts(page);
      await field.pressSequentially('Kim', { delay: 60 });
      await page.waitForTimeout(300);
      expect(await page.evaluate('shifts')).toEqual([]);
      await expect(field).toBeInViewport({ ratio: 0.98 });
      await keyboard(false);
      await expect(field).toBeInViewport({ ratio: 0.98 });
      await page.waitForTimeout(300);
      const rest = await placeOf(field);
      await field.pressSequentially(' Lee', { delay: 60 });
      expect(await placeOf(field)).toBe(rest);
    }
    // The measurement sees a shift when there is one.
    await sheet.evaluate((dialog) => dialog.insertAdjacentHTML('afterbegin', '<p style="height:40px">x</p>'));
    await expect.poll(() => page.evaluate('shifts.length')).toBeGreaterThan(0);
  });

  // Holds tag-145.
  test('while only the visual viewport shrinks, as for a keyboard that lies over the page, nothing in the sheet moves while a fan types', async ({
    page,
    busker,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openHostPage(page, busker, { body: card() });
    await (
      await keyboardOf(page)
    )(false);
    const sheet = await openForm(page);
    // The emulation has no keyboard of this kind. A fan who magnifies the page has a visual viewport of half its height too.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    const heights = () =>
      page.evaluate(() => [Math.round(visualViewport?.height ?? 0), document.documentElement.clientHeight]);
    await expect.poll(heights).toEqual([320, 640]);
    const field = sheet.getByRole('textbox', { name: enTip.yourName });
    await field.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    await field.focus();
    await page.waitForTimeout(300);
    await watchShifts(page);
    await page.evaluate(watchPlaces);
    await field.pressSequentially('Kim', { delay: 60 });
    await page.waitForTimeout(300);
    expect(await page.evaluate('[shifts, moves]')).toEqual([[], []]);
  });

  // Holds tag-146.
  test("where a reader's blocker refuses fonts, the card and its sheet are readable in another font, and a fan pays", async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/ERR_BLOCKED_BY_CLIENT|ERR_FAILED/);
    const refused: string[] = [];
    await page.route('**/*', (route) => {
      if (route.request().resourceType() !== 'font') return route.fallback();
      refused.push(route.request().url());
      return route.abort('blockedbyclient');
    });
    await openHostPage(page, busker, {
      head: `<style>@font-face { font-family: Own; src: url(/own.woff2) }
      body, busker-card { font-family: Own; --busker-font: Own, serif }</style>`,
      body: `<p>A page</p>${card()}`,
    });
    const sheet = await openForm(page);
    expect(refused.some((address) => address.endsWith('/own.woff2'))).toBe(true);
    expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['error']);
    await expect.poll(() => page.evaluate(unreadable)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: enTip.pay('$5.00') }).click();
    await expect(thanks(page)).toBeVisible();
  });

  for (const layout of ['card', 'floating'])
    // Holds tag-147.
    test(`for a reader who wants less transparency, no text of layout="${layout}" and of the sheet lies on a ground that shines through`, async ({
      page,
      busker,
    }) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-reduced-transparency', value: 'reduce' }],
      });
      await openHostPage(page, busker, {
        head: '<style>body { background: repeating-linear-gradient(45deg, #fff 0 9px, #111 9px 18px) }</style>',
        body: card(`layout="${layout}"`),
      });
      expect(await page.evaluate(() => matchMedia('(prefers-reduced-transparency: reduce)').matches)).toBe(
        true,
      );
      await openForm(page);
      await expect.poll(() => page.evaluate(unreadable)).toEqual([]);
      const translucent = await page.locator('busker-card').evaluate(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('.card, .sheet, .tip') ?? [])].flatMap((part) => {
          const { backgroundColor, backdropFilter, opacity } = getComputedStyle(part);
          const alpha = /rgba\(.*, ([\d.]+)\)|\/ ([\d.]+)\)/.exec(backgroundColor);
          const isClear = alpha !== null && Number(alpha[1] ?? alpha[2]) < 1;
          return isClear || backdropFilter !== 'none' || opacity !== '1' ? [part.className] : [];
        }),
      );
      expect(translucent).toEqual([]);
    });
});

test.describe('accessibility', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

  interface AxeWindow {
    readonly axe: {
      run: (
        where: unknown,
        how: unknown,
      ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
  }

  async function faults(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate(async () => {
      // The check would measure the colours of a running animation.
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
      const { violations } = await (window as unknown as AxeWindow).axe.run('busker-card', {
        iframes: false,
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    });
  }

  for (const colorScheme of ['light', 'dark'] as const)
    // Holds tag-054.
    test(`axe finds no accessibility fault in the card and the open sheet, in ${colorScheme}`, async ({
      page,
      busker,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${busker.examples}/plain-html/`);
      await page.getByRole('button', { name: en.sendTip }).waitFor();
      expect(await faults(page)).toEqual([]);
      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await expect(page.frameLocator('busker-card iframe').getByLabel('Card number')).toBeVisible();
      await sheet.getByText(enTip.privacy).click();
      expect(await faults(page)).toEqual([]);
    });

  // Holds tag-053.
  test('a fan sends a whole tip by keyboard, and the focus returns to the tip button', async ({
    page,
    busker,
  }) => {
    await page.goto(`${busker.examples}/plain-html/`);
    await tipByKeyboard(page);
  });

  test('Escape closes the sheet and returns the focus; Tab stays inside an open sheet', async ({
    page,
    busker,
  }) => {
    await page.goto(`${busker.examples}/strict-csp/`);
    const sheet = await openTipSheet(page, ada.name);
    await expect(sheet.getByRole('heading', { name: enTip.title(ada.name) })).toBeFocused();
    for (let presses = 0; presses < 14; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('busker-card');
    }
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: en.sendTip })).toBeFocused();
  });

  // Holds tag-055.
  test('Pay focuses the invalid field, also when its panel is closed', async ({ page, busker }) => {
    await page.goto(`${busker.examples}/plain-html/`);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    const panel = sheet.getByText(enTip.privacy);
    await panel.click();
    const email = sheet.getByRole('textbox', { name: enTip.receiptEmail });
    await email.fill('mo at example');
    await panel.click();
    await expect(email).toBeHidden();
    const pay = sheet.getByRole('button', { name: enTip.pay('$5.00') });
    await expect(pay).toHaveAttribute('aria-disabled', 'false');
    await pay.click();
    await expect(email).toBeFocused();
    await expect(sheet.getByRole('alert')).toHaveText(enTip.notAnEmail);
    await email.fill('mo@example.com');
    await sheet.getByRole('textbox', { name: enTip.message }).fill('x'.repeat(600));
    await pay.click();
    await expect(sheet.getByRole('textbox', { name: enTip.message })).toBeFocused();
  });
});

const pageWith = (color: string) => `<!doctype html><html lang="en"><title>A page</title>
  <style>p { color: ${color}; background: #fff; transition: color 600ms } .gone { color: #000 }</style>
  <main><h1>A page</h1><p>Words</p></main></html>`;

test('a page is looked at when its transitions have ended, and a fault that stays is found', async ({
  page,
}) => {
  await page.setContent(pageWith('#eee'));
  expect(await brokenRules(page)).toEqual([expect.stringMatching(/^color-contrast: <p/)]);
  await page.locator('p').evaluate((words) => words.classList.add('gone'));
  expect(await brokenRules(page)).toEqual([]);
});
