import type { Page } from '@playwright/test';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { ada, openTipSheet, originsAsked } from './steps';

const content = (page: Page, selector: string) => page.locator(selector).first().getAttribute('content');

test('with script the card upgrades in place without policy or accessibility faults', async ({
  page,
  busker,
}) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const origins = originsAsked(page.context());
  await page.goto(`${busker.app}/@ada`);
  await page.getByRole('button', { name: 'Send a tip' }).waitFor();

  await test.step('it makes no request to other sites and has no inline script', async () => {
    expect(origins()).toEqual([busker.app]);
    await expect(page.locator('script:not([src])')).toHaveCount(0);
    expect(await page.evaluate(() => document.querySelectorAll('style, main [style]').length)).toBe(0);
  });

  await test.step('it has the metadata for search engines and previews', async () => {
    await expect(page).toHaveTitle(`${ada.name} (@ada)`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${busker.app}/@ada`);
    await expect(page.locator('link[rel=alternate][hreflang]')).toHaveCount(13);
    expect(await content(page, 'meta[property="og:title"]')).toBe(ada.name);
    expect((await content(page, 'meta[name=description]'))?.length).toBeGreaterThan(20);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  });

  await test.step('it is small, and only one style sheet blocks its rendering', async () => {
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1);
    await expect(page.locator('script:not([async])')).toHaveCount(0);
    // Her picture does not count: another test may have published a larger one.
    const bytes = await page.evaluate(() => {
      const parts = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      return parts
        .filter(({ name }) => !new URL(name).pathname.startsWith('/img/'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0);
    });
    expect(bytes).toBeLessThan(60_000);
  });

  await test.step('nothing shifted while it loaded', async () => {
    const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
    expect(shifted).toBeLessThan(0.1);
  });

  expect(await brokenRules(page)).toEqual([]);
  const sheet = await openTipSheet(page, ada.name);
  await expect(sheet.getByRole('radio', { name: '$5.00' })).toBeAttached();
});

test('it is in the requested language, also right to left', async ({ page, busker }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${busker.app}/@ada?lang=ar`);
  await page.getByRole('button', { name: 'أرسل إكرامية' }).waitFor();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await brokenRules(page)).toEqual([]);
  await page.getByText('اللغة').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL(/lang=de$/);
  await page.getByRole('button', { name: 'Trinkgeld senden' }).waitFor();
});

test('an unknown name gets a helpful page, and a name in capitals redirects', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/404/);
  const missing = await page.goto(`${busker.app}/@nobody_here`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await page.goto(`${busker.app}/@ADA?lang=it`);
  await expect(page).toHaveURL(`${busker.app}/@ada?lang=it`);
});
