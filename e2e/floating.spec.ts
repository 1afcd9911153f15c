import type { Locator } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada } from './steps';

test.describe('the floating button', () => {
  const card =
    '<busker-card profile="ada" layout="floating"><a href="https://ada.example/">Site</a></busker-card>';
  const long = '<p style="height:3000px">Long</p><footer><a href="#top">Legal notice</a></footer>';

  async function boxOf(locator: Locator) {
    const box = await locator.boundingBox();
    if (!box) throw new Error('It is not on the page');
    return box;
  }

  // Holds tag-016.
  test('a floating tip button stays in the corner, wherever its tag is in the page, and opens the sheet', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { body: long + card });
    const pill = page.getByRole('button', { name: 'Send a tip' });
    await expect(pill).toBeInViewport({ ratio: 1 });
    const { x, y, width, height } = await boxOf(pill);
    expect(1280 - x - width).toBe(16);
    expect(720 - y - height).toBe(16);
    await expect(page.getByRole('link', { name: 'Site' })).toBeAttached();
    await pill.click();
    await expect(page.getByRole('dialog', { name: enTip.title(ada.name) })).toBeVisible();
  });

  test('it is on the left on right-to-left pages', async ({ page, busker }) => {
    await openHostPage(page, busker, { body: card.replace('layout', 'locale="ar" layout') });
    const { x } = await boxOf(page.locator('busker-card [part=tip-button]'));
    expect(x).toBe(16);
  });

  // Holds web-048, tag-016.
  test('it moves away at the end of the page, and the keyboard still reaches it', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { body: card + long });
    const pill = page.getByRole('button', { name: 'Send a tip' });
    await expect(pill).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(pill).not.toBeInViewport();
    await page.getByRole('link', { name: 'Legal notice' }).click();
    await expect(pill).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(pill).not.toBeInViewport();
    await pill.focus();
    await expect(pill).toBeInViewport({ ratio: 1 });
  });

  // Holds web-048, tag-017.
  test('it never covers the focused element of the page', async ({ page, busker }) => {
    const body = `<button style="position:fixed;right:20px;bottom:20px">The page’s own</button>${card}<a href="#x">Link</a>`;
    await openHostPage(page, busker, { body });
    const pill = page.getByRole('button', { name: 'Send a tip' });
    await expect(pill).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'The page’s own' })).toBeFocused();
    await expect(pill).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(pill).toBeInViewport({ ratio: 1 });
  });

  test('it stays fixed inside an ancestor with a transform', async ({ page, busker }) => {
    const held = `<div style="transform:translateX(0);width:300px;height:200px;overflow:hidden">${card}</div>`;
    await openHostPage(page, busker, { body: held });
    const pill = page.getByRole('button', { name: 'Send a tip' });
    await expect(pill).toBeVisible();
    const { x, y, width, height } = await boxOf(pill);
    expect(1280 - x - width).toBe(16);
    expect(720 - y - height).toBe(16);
  });

  test('it is not printed', async ({ page, busker }) => {
    await openHostPage(page, busker, { body: card });
    const pill = page.getByRole('button', { name: 'Send a tip' });
    await expect(pill).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(pill).toBeHidden();
  });
});

test.describe('the place of the button', () => {
  const links = Array.from({ length: 50 }, (_, n) => ({
    id: `k${n}`,
    label: `Link ${n}`,
    url: `https://link-${n}.example`,
    group: null,
    verified: false,
  }));

  test('on a small phone the tip button is visible without scrolling above fifty links', async ({
    page,
    busker,
  }) => {
    await page.route('**/v1/profiles/ada', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), links } });
    });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${busker.app}/@ada`);
    await expect(page.getByRole('link', { name: 'Link 49' })).toBeAttached();
    await expect(page.getByRole('button', { name: en.sendTip })).toBeInViewport({ ratio: 1 });
  });

  test('without script the tip button comes before the links', async ({ browser, busker }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 640 },
    });
    const page = await context.newPage();
    await page.goto(`${busker.app}/@ada`);
    await expect(page.getByRole('link', { name: en.sendTip })).toBeInViewport({ ratio: 1 });
    await context.close();
  });

  test('a link that gets the focus is not under the tip button that is always visible', async ({
    page,
    busker,
  }) => {
    await page.route('**/v1/profiles/ada', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), links } });
    });
    await page.setViewportSize({ width: 360, height: 640 });
    await openHostPage(page, busker, { body: '<busker-card profile="ada" tips="sticky"></busker-card>' });
    const button = page.getByRole('button', { name: en.sendTip });
    await expect(button).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'Link 0', exact: true }).focus();
    for (let n = 1; n < 20; n += 1) {
      await page.keyboard.press('Tab');
      const link = page.getByRole('link', { name: `Link ${n}`, exact: true });
      await expect(link).toBeFocused();
      const [over, under] = [await button.boundingBox(), await link.boundingBox()];
      expect((under?.y ?? 640) + (under?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
    }
  });
});
