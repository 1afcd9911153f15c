import type { Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cards, openTipSheet, typeCard } from './steps';
import { thanks } from './truth';

// Parts of the card that failed to load at first. They load once the network is back, without a page reload.

const failed = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|did not load/;

/** Requests for this file of the embed fail until the returned function is called. */
async function cutOff(page: Page, file: string): Promise<() => Promise<void>> {
  const pattern = `**/embed/**/${file}-*.js*`;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

test('the sheet does not load: each press tries again, and opens it once online', async ({
  page,
  context,
  busker,
  complaints,
}) => {
  complaints.expected(failed);
  await page.goto(`${busker.examples}/plain-html/`);
  const button = page.getByRole('button', { name: en.sendTip });
  await button.waitFor();
  await context.setOffline(true);
  for (const press of ['first', 'second', 'third'])
    await test.step(`the ${press} press says that the sheet did not open`, async () => {
      await button.click();
      await expect(page.getByRole('alert')).toContainText(en.tipElsewhere);
    });
  await context.setOffline(false);
  await button.click();
  await expect(page.getByRole('dialog', { name: enTip.title(ada.name) })).toBeVisible();
  await expect(page.getByText(en.tipElsewhere)).toBeHidden();
});

test('the pay step does not load: the sheet says that nothing was charged, and a retry leads to payment in the page', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(failed);
  const restore = await cutOff(page, 'pay-step');
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('7.41');
  await expect(sheet.getByRole('alert')).toHaveText(enTip.refused['unreachable'] ?? '');
  await restore();
  await sheet.getByRole('button', { name: enTip.tryAgain }).click();
  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: enTip.pay('$7.41') }).click();
  await expect(thanks(page)).toBeVisible();
});

test("the card's language does not load: the card is in English, and in the page's language once online", async ({
  page,
  context,
  busker,
  complaints,
}) => {
  complaints.expected(failed);
  const restore = await cutOff(page, 'card-texts');
  await openHostPage(page, busker, { body: '<busker-card profile="ada" locale="de"></busker-card>' });
  await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
  await restore();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Trinkgeld senden' })).toBeVisible();
});

test('the sheet is closed while its card form loads: opened again, it takes the tip in the page', async ({
  page,
  busker,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${busker.stripe}/**`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  const asked = page.waitForRequest((request) => request.url().startsWith(busker.stripe));
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await asked;
  await sheet.getByRole('button', { name: enTip.close }).click();
  const answered = page.waitForResponse((response) => response.url().startsWith(busker.stripe));
  release();
  await answered;
  // Long enough that a check of the form in the closed sheet would have run.
  await page.waitForLoadState('networkidle');
  await openTipSheet(page, ada.name);
  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: enTip.pay('$5.00') }).click();
  await expect(thanks(page)).toBeVisible();
});
