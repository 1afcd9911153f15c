import type { Page } from '@playwright/test';
import type { Addresses } from './backend';
import { en } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

/** The server's answer for a profile that its owner took down, which is the one for an unknown handle. Other tests need Ada's own page. */
async function takenDown(page: Page, busker: Addresses): Promise<void> {
  const missing = await page.request.get(`${busker.app}/v1/profiles/nobody`);
  expect(missing.status()).toBe(404);
  await page.route('**/v1/profiles/ada', (route) => route.fulfill({ response: missing }));
}

const below = '<p id="below">What comes after the card</p>';
const placeBelow = (page: Page) =>
  page.locator('#below').evaluate((part) => part.getBoundingClientRect().top);

test.describe('the card of a page that its owner took down, on another site', () => {
  test.beforeEach(({ complaints }) => complaints.expected(/404|profile-not-found/));

  test("leaves the page's own links as they are, and nothing moves", async ({ page, busker }) => {
    await takenDown(page, busker);
    const answer = page.waitForResponse('**/v1/profiles/ada');
    await openHostPage(page, busker, {
      body: `<busker-card profile="ada" style="display:block;min-height:300px"><a href="https://ada.example/">Ada’s own page</a></busker-card>${below}`,
    });
    const before = await placeBelow(page);
    await answer;
    await page.waitForFunction(() =>
      document.querySelector('busker-card')?.shadowRoot?.querySelector('slot'),
    );
    await expect(page.getByRole('link', { name: 'Ada’s own page' })).toBeVisible();
    await expect(page.getByRole('button', { name: en.sendTip })).toHaveCount(0);
    await expect(page.getByText(en.unavailable)).toHaveCount(0);
    expect(await placeBelow(page)).toBe(before);
  });

  test('without links of the page, says so in the reserved place, and comes back when it is published again', async ({
    page,
    busker,
  }) => {
    await takenDown(page, busker);
    await openHostPage(page, busker, {
      body: `<busker-card profile="ada" style="display:block;min-height:578px"></busker-card>${below}`,
    });
    const before = await placeBelow(page);
    await expect(page.getByText(en.unavailable)).toBeVisible();
    expect(await placeBelow(page)).toBe(before);
    await page.unroute('**/v1/profiles/ada');
    await page.getByRole('button', { name: en.tryAgain }).click();
    await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
  });
});
