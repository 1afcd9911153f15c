import { devices, type Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { ada, signIn } from './steps';

const { viewport, hasTouch, isMobile } = devices['Pixel 7'];
// In Chromium with touch the pointer is coarse, as on a phone.
test.use({ viewport, hasTouch, isMobile });

/** The fields into which a person types or from which they choose, with text smaller than 16 px: iOS enlarges the page at a tap on one. */
const smallFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, select, textarea')]
      .filter(
        (field) =>
          !['checkbox', 'radio', 'range', 'file', 'hidden', 'color'].includes(
            field.getAttribute('type') ?? '',
          ),
      )
      .filter((field) => field.getBoundingClientRect().width > 1)
      .map((field) => ({
        name: field.getAttribute('name') ?? field.id,
        size: Number.parseFloat(getComputedStyle(field).fontSize),
      }))
      .filter(({ size }) => size < 16),
  );

// Holds dash-184.
test('every field that is tapped on a phone has text of at least 16 px', async ({ page, busker }) => {
  for (const path of ['/sign-in', '/create-account', '/@ada/tip', '/@ada/monthly']) {
    await page.goto(busker.app + path);
    await page.locator('input:visible, select:visible, textarea:visible').first().waitFor();
    expect({ path, small: await smallFields(page) }).toEqual({ path, small: [] });
  }
  await signIn(page, busker, ada);
  for (const path of [
    '/page/profile',
    '/page/amounts',
    '/page/thanks',
    '/settings/sites',
    '/settings/account',
    '/share/embed',
    '/insights',
  ]) {
    await page.goto(busker.app + path);
    await page.locator('main :is(input, select, textarea):visible').first().waitFor();
    expect({ path, small: await smallFields(page) }).toEqual({ path, small: [] });
  }
});
