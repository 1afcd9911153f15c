import type { Locator, Page } from '@playwright/test';
import { enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ownOwner } from './own-owner';
import { payAtStripe } from './pay-at-stripe';
import { cards, openTipSheet, typeCard } from './steps';
import { bankAsks, paidTips, thanks } from './truth';

const ada = ownOwner({ name: 'Ada Lind' });
const card = () =>
  `<busker-card profile="${ada.handle}" style="display: block; min-height: 577px"></busker-card>`;

/** A page that removes what it does not know as soon as the bank asks. */
const removesTheQuestion = `<script>
  setInterval(() => { for (const frame of document.querySelectorAll('body > iframe')) frame.remove(); }, 50);
</script>`;

async function fill(page: Page, amount: string, number: string): Promise<Locator> {
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
  await typeCard(page, number);
  return sheet;
}

const pay = (sheet: Locator, amount: string) =>
  sheet.getByRole('button', { name: enTip.pay(`$${amount}`) }).click();

// Holds tag-101, tag-102.
test("a fan who never sees the bank's question goes on with Stripe's page, and pays once", async ({
  page,
  busker,
}) => {
  await openHostPage(page, busker, { body: card() + removesTheQuestion });
  const sheet = await fill(page, '5.31', cards.asksTheBank);
  await pay(sheet, '5.31');
  await expect(sheet).toContainText(enTip.withYourBank);
  const goOn = sheet.getByRole('button', { name: enTip.payThere });
  await expect(sheet.getByText(enTip.noQuestion)).toBeVisible();
  const opening = page.waitForEvent('popup');
  await goOn.click();
  const tab = await opening;
  await payAtStripe(tab);
  await expect(thanks(page)).toBeVisible();
  expect(await paidTips(page, busker, 531, ada.account)).toBe(1);
});

// Holds tag-103.
test('a fan who closes the sheet while the bank is asked reads on its next opening that nothing was paid, and pays', async ({
  page,
  busker,
}) => {
  await openHostPage(page, busker, { body: card() + removesTheQuestion });
  const sheet = await fill(page, '5.32', cards.asksTheBank);
  await pay(sheet, '5.32');
  const close = sheet.getByText(enTip.close, { exact: true });
  await expect(close).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('way-out.png') });
  await close.click();
  await expect(sheet).toBeHidden();
  const again = await openTipSheet(page, ada.name);
  await expect(again.getByRole('alert')).toHaveText(enTip.notPaid);
  await typeCard(page, cards.good);
  await pay(again, '5.32');
  await expect(thanks(page)).toBeVisible();
  expect(await paidTips(page, busker, 532, ada.account)).toBe(1);
});

// Holds tag-103.
test('a payment that the bank allows after the sheet was closed is told on its next opening', async ({
  page,
  busker,
}) => {
  await openHostPage(page, busker, { body: card() });
  const sheet = await fill(page, '5.33', cards.asksTheBank);
  await pay(sheet, '5.33');
  await bankAsks(page);
  // The question stays below a window of the page, so only the sheet can be pressed.
  const close = sheet.getByText(enTip.close, { exact: true });
  await expect(close).toBeVisible();
  await close.dispatchEvent('click');
  await expect(sheet).toBeHidden();
  const bank = page.frameLocator('iframe[title="3D Secure authentication"]');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expect.poll(() => paidTips(page, busker, 533, ada.account)).toBe(1);
  await openTipSheet(page, ada.name);
  await expect(thanks(page)).toBeVisible();
});

// Holds tag-100.
test('a page that sweeps foreign elements away now and then: the sheet leads to the hosted page before Pay', async ({
  page,
  busker,
}) => {
  await openHostPage(page, busker, {
    body: `<div id="app">${card()}</div><script>
      setInterval(() => { for (const e of [...document.body.children]) if (e.id !== 'app' && e.localName !== 'script') e.remove(); }, 1500);
    </script>`,
  });
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('5.34');
  await expect(sheet).toContainText(enTip.whyElsewhere.covered);
  const opening = page.waitForEvent('popup');
  await pay(sheet, '5.34');
  await payAtStripe(await opening);
  await expect(thanks(page)).toBeVisible();
});

// Holds tag-100.
test('in full screen the sheet leads to the hosted page before Pay', async ({ page, busker }) => {
  await openHostPage(page, busker, {
    body: `<div id="show" style="background: white"><button onclick="show.requestFullscreen()">Show</button>${card()}</div>`,
  });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.id)).toBe('show');
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('5.35');
  await expect(sheet).toContainText(enTip.whyElsewhere.covered);
});
