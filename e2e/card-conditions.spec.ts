import type { Locator, Page } from '@playwright/test';
import { arTip, cardTexts, en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, openTipSheet } from './steps';

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const overflowOf = (element: Locator) => element.evaluate((node) => node.scrollWidth - node.clientWidth);

for (const [name, viewport] of [
  ['320 px wide', { width: 320, height: 568 }],
  ['at 200 % zoom on a small screen', { width: 640, height: 360 }],
  ['on a telephone that lies on its side', { width: 667, height: 375 }],
] as const)
  // Holds web-044, tag-056.
  test(`${name}: the page does not scroll sideways, and the pay button can be reached`, async ({
    page,
    busker,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${busker.examples}/tag-manager/`);
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$10.00' }).check({ force: true });
    await expect(page.frameLocator('busker-card iframe').getByLabel('Card number')).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await overflowOf(sheet)).toBeLessThanOrEqual(0);
    const pay = sheet.getByRole('button', { name: 'Pay $10.00' });
    await pay.scrollIntoViewIfNeeded();
    await expect(pay).toBeInViewport({ ratio: 1 });
    // The sheet's head and foot leave room for the fields.
    const body = await sheet.locator('.sheet-body').boundingBox();
    expect(body?.height).toBeGreaterThan(viewport.height * 0.45);
  });

test('text of twice the size makes the card taller, and nothing is cut off', async ({ page, busker }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${busker.examples}/tag-manager/`);
  const card = page.locator('busker-card');
  await card.getByRole('button', { name: en.sendTip }).waitFor();
  // The reader's own font size: the embed sizes its text relative to `medium`.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect
    .poll(() =>
      card.getByRole('heading').evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize)),
    )
    .toBeGreaterThan(36);
  expect(await overflowOf(card)).toBeLessThanOrEqual(0);
  for (const link of await card.getByRole('link').all())
    expect(await overflowOf(link)).toBeLessThanOrEqual(0);
});

// Holds tag-024.
test('Arabic is written from right to left, in the card and in the sheet', async ({ page, busker }) => {
  const texts = cardTexts('ar');
  await page.goto(`${busker.examples}/plain-html/`);
  const card = page.locator('busker-card');
  await card.getByRole('button', { name: en.sendTip }).waitFor();
  await card.evaluate((element) => element.setAttribute('locale', 'ar'));
  await card.getByRole('button', { name: texts.sendTip }).click();
  const link = card.getByRole('link', { name: 'Instagram' });
  const icon = await link.locator('svg').first().boundingBox();
  const label = await link.locator('.label').boundingBox();
  expect(icon?.x).toBeGreaterThan(label?.x ?? Number.POSITIVE_INFINITY);
  const sheet = page.getByRole('dialog', { name: arTip.title(ada.name) });
  await expect(sheet).toHaveCSS('direction', 'rtl');
  const close = await sheet.getByRole('button', { name: arTip.close }).boundingBox();
  const frame = await sheet.boundingBox();
  expect(close?.x).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0) / 2);
  const rightEnd = async (part: Locator) => {
    const box = await part.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  const sign = sheet.locator('.field-before');
  expect(await sign.evaluate((node) => getComputedStyle(node).paddingRight)).toBe('14px');
  expect(await rightEnd(sheet.getByRole('heading'))).toBe(
    await rightEnd(sheet.locator('.field-label').first()),
  );
});

test('on a small phone every preset amount fits its button', async ({ page, busker }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${busker.examples}/plain-html/`);
  const card = page.locator('busker-card');
  await card.getByRole('button', { name: en.sendTip }).waitFor();
  // Arabic writes "US$" where English writes "$".
  await card.evaluate((element) => element.setAttribute('locale', 'ar'));
  await card.getByRole('button', { name: cardTexts('ar').sendTip }).click();
  const sheet = page.getByRole('dialog', { name: arTip.title(ada.name) });
  await expect(sheet.locator('.preset')).toHaveCount(3);
  for (const preset of await sheet.locator('.preset').all()) {
    const around = await preset.boundingBox();
    const amount = await preset.locator('span').boundingBox();
    expect(amount?.width).toBeLessThanOrEqual((around?.width ?? 0) - 16);
  }
  expect(await overflowOf(sheet)).toBeLessThanOrEqual(0);
});

test('the fields of the privacy panel do not touch each other', async ({ page, busker }) => {
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByText(enTip.privacy).click();
  const field = await sheet.locator('.privacy .field-box').boundingBox();
  const choice = await sheet.locator('.privacy .choice').boundingBox();
  expect((choice?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0)).toBeGreaterThan(8);
});

test('on a narrow wall no amount is broken over two lines', async ({ page, busker }) => {
  const [currency, at] = ['usd', 1];
  const long = 'A name that is as long as a name may be here';
  const supporters = [{ name: long, message: null, amount: 12_345_600, currency, at }];
  const goal = { label: long, amount: 50_000_000, reached: 12_345_600, currency };
  await page.route('**/v1/profiles/ada/wall', (route) => route.fulfill({ json: { v: 1, goal, supporters } }));
  await page.setViewportSize({ width: 320, height: 700 });
  await openHostPage(page, busker, { body: '<busker-card profile="ada" goal wall="1"></busker-card>' });
  const amounts = page.locator('busker-card .goal-words .handle');
  await expect(amounts).toHaveCount(2);
  for (const amount of await amounts.all()) {
    const lines = await amount.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBe(1);
  }
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

// Holds tag-057.
test('in forced colours buttons and links have a border, and the focus is visible', async ({
  page,
  busker,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${busker.examples}/plain-html/`);
  const card = page.locator('busker-card');
  for (const part of [
    card.getByRole('button', { name: en.sendTip }),
    card.getByRole('link', { name: 'Instagram' }),
  ]) {
    await expect(part).toHaveCSS('border-top-style', 'solid');
    await expect(part).not.toHaveCSS('border-top-width', '0px');
  }
  await page.keyboard.press('Tab');
  const button = card.getByRole('button', { name: en.sendTip });
  await button.focus();
  await expect(button).toHaveCSS('outline-style', 'solid');
});

// Holds tag-057.
test('a printed card has the links and no button', async ({ page, busker }) => {
  await page.goto(`${busker.examples}/plain-html/`);
  const card = page.locator('busker-card');
  await card.getByRole('button', { name: en.sendTip }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect(card.getByRole('button', { name: en.sendTip })).toBeHidden();
  await expect(card.getByRole('link', { name: 'Sheet music' })).toBeVisible();
});

// Holds tag-057.
test('with reduced motion nothing is animated', async ({ page, busker }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await expect(sheet).toHaveCSS('animation-name', 'none');
  await expect(sheet.getByRole('button', { name: enTip.close })).toHaveCSS('transition-duration', '0s');
});

// Holds web-046.
test('on a dark card the frames of the card form are not white', async ({ page, busker }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const place = page.locator('busker-card > [slot=busker-pay]');
  // A browser paints a frame opaque if its page's colour scheme differs from the outer page's. Stripe's page is light.
  await expect(place).toHaveCSS('color-scheme', 'light');
  await expect(sheet).toHaveCSS('color-scheme', 'dark');
});

test('in forced colours the chosen amount differs from the others, and an open sheet is not printed', async ({
  page,
  busker,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const colourOf = (amount: string) =>
    sheet
      .locator('.preset', { hasText: amount })
      .evaluate((preset) => getComputedStyle(preset).backgroundColor);
  await expect.poll(async () => (await colourOf('$5.00')) === (await colourOf('$3.00'))).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeHidden();
});
