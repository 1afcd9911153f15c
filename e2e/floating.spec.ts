import type { Locator } from '@playwright/test';
import { enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada } from './steps';

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
test('it moves away at the end of the page, and the keyboard still reaches it', async ({ page, busker }) => {
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
