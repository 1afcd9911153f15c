import type { Locator, Page } from '@playwright/test';
import { enTip } from '../widget/messages/en-tip';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ownOwner } from './own-owner';
import { cardForm, cards, openTipSheet, typeCard } from './steps';
import { thanks } from './truth';
import { unreadable } from './unreadable';

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

// Holds tag-111.
test('after the sheet has opened on a phone, nothing in it moves while a fan chooses and types', async ({
  page,
  busker,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openHostPage(page, busker, { body: card() });
  const sheet = await openTipSheet(page, ada.name);
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
