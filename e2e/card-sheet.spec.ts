import type { Locator, Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cardForm, cards, openTipSheet, typeCard } from './steps';

// The positions of the sheet's parts, and its focused element.

const topOf = async (place: Locator) => (await place.boundingBox())?.y;

/** Whether the element is wholly between the sheet's head and its pay bar. */
const isWhollySeen = (page: Page, place: Locator) =>
  expect
    .poll(async () => {
      const body = await page.locator('.sheet-body').boundingBox();
      const box = await place.boundingBox();
      if (!body || !box) return 'not there';
      return box.y >= body.y - 1 && box.y + box.height <= body.y + body.height + 1 ? 'seen' : { body, box };
    })
    .toBe('seen');

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test.describe(`in a window of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('choosing an amount moves neither amounts nor words, the card form opens below them, and Pay with an empty card shows what is missing', async ({
      page,
      busker,
    }) => {
      await page.goto(`${busker.examples}/plain-html/`);
      const sheet = await openTipSheet(page, ada.name);
      const amounts = sheet.getByRole('group', { name: enTip.amount });
      const form = page.locator('busker-card > [slot] iframe').first();
      // Waits for the end of the sheet's animation.
      await sheet.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
      const message = sheet.getByRole('textbox', { name: enTip.message });
      const tops = async () => [await topOf(amounts), await topOf(message)];
      const before = await tops();
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      const pay = sheet.getByRole('button', { name: enTip.pay('$5.00') });
      await expect(pay).toBeEnabled();
      await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
      expect(await tops()).toEqual(before);
      expect((await topOf(form)) ?? 0).toBeGreaterThan(before[1] ?? 0);
      await form.scrollIntoViewIfNeeded();
      await isWhollySeen(page, form);

      await sheet.getByText(enTip.privacy).scrollIntoViewIfNeeded();
      await pay.click();
      for (const place of [
        cardForm(page).getByLabel('Card number'),
        cardForm(page).getByRole('alert').first(),
      ]) {
        await expect(place).toBeVisible();
        await isWhollySeen(page, place);
      }
      await sheet.locator('.sheet-body').evaluate((body) => body.scrollTo(0, 0));
      expect(await tops()).toEqual(before);
    });
  });

test("the fan refuses the bank's question: the focus returns to the sheet, and Escape closes it", async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/402/);
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await typeCard(page, cards.asksTheBank);
  const pay = sheet.getByRole('button', { name: enTip.pay('$5.00') });
  await pay.click();
  await page
    .frameLocator('iframe[title="3D Secure authentication"]')
    .getByRole('button', { name: 'Fail authentication' })
    .click();
  await expect(sheet.getByRole('alert')).toHaveText(enTip.decline['not-verified']);
  await expect(pay).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: en.sendTip })).toBeFocused();
});

test('the hosted page opens in a tab: the focus stays in the sheet, and Escape closes it', async ({
  page,
  busker,
}) => {
  await openHostPage(page, busker, { body: '<busker-card profile="ada" pay="hosted"></busker-card>' });
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const opening = page.waitForEvent('popup');
  await sheet.getByRole('button', { name: enTip.pay('$5.00') }).click();
  await (await opening).close();
  await expect(sheet.getByRole('link', { name: enTip.openPayPage })).toBeVisible();
  await expect(sheet.getByRole('heading', { name: enTip.title(ada.name) })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('Escape in a card inside the page’s own dialog closes only the sheet', async ({ page, busker }) => {
  await openHostPage(page, busker, {
    body: `<dialog id="own"><busker-card profile="ada"></busker-card></dialog>
      <script>document.querySelector('#own').showModal()</script>`,
  });
  const sheet = await openTipSheet(page, ada.name);
  await expect(sheet.getByRole('heading', { name: enTip.title(ada.name) })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.locator('#own')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#own')).toBeHidden();
});
