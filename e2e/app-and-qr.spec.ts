import type { Page } from '@playwright/test';
import { enTip } from './card-texts';
import { accountHas } from './at-stripe';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { ownOwner } from './own-owner';
import { cardForm, openTipSheet } from './steps';
import { listenForSuccess, oneSuccess, successes } from './told-successes';

// Her account takes crowns here, and dollars elsewhere.
const ada = ownOwner({ name: 'Ada Lind' });
// They change what the one account has.
test.describe.configure({ mode: 'serial' });

/** Fills the sheet of the plain example page; the Pay button. */
async function choose(page: Page, way: string, amount: string) {
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
  await cardForm(page).getByRole('radio', { name: way }).check();
  return sheet.getByRole('button', { name: /^Pay / });
}

// Holds pay-233.
test('on a wide screen a fan pays with Swish by keyboard, through a code above the sheet; who closes it can try again', async ({
  page,
}) => {
  await accountHas(ada, 'sek', ['swish']);
  await listenForSuccess(page);
  const pay = await choose(page, 'Swish', '75');
  await pay.focus();
  await page.keyboard.press('Enter');
  const code = page.frameLocator('iframe[title="Pay with Swish"]');
  await expect(code.getByRole('button', { name: 'Authorize' })).toBeFocused();
  await expect(code.getByRole('img', { name: 'Code to scan' })).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.locator('iframe[title="Pay with Swish"]')).toHaveCount(0);
  await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
  expect(await successes(page)).toEqual([]);

  await pay.focus();
  await page.keyboard.press('Enter');
  await expect(code.getByRole('button', { name: 'Authorize' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(/SEK\s75\.00/);
  expect(await successes(page)).toEqual(oneSuccess(7500, 'sek'));
});

// Holds pay-233.
test('on a narrow screen a fan goes to the page of Swish and comes back to an open sheet', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await listenForSuccess(page);
  await (await choose(page, 'Swish', '85')).click();
  await page.getByRole('heading', { name: 'Pay with Swish' }).waitFor();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(/SEK\s85\.00/);
  expect(await successes(page)).toEqual(oneSuccess(8500, 'sek'));
});

for (const [name, type, currency, amount, shown] of [
  ['TWINT', 'twint', 'chf', '12', /CHF\s12\.00/],
  ['UPI', 'upi', 'inr', '120', '₹120.00'],
  ['Pix', 'pix', 'brl', '30', 'R$30.00'],
  ['MB WAY', 'mb_way', 'eur', '9.25', '€9.25'],
] as const)
  // Holds pay-233, pay-238.
  test(`on a wide screen a fan pays with ${name} by keyboard without leaving the page, and the tip is told once`, async ({
    page,
  }) => {
    await accountHas(ada, currency, [type]);
    await listenForSuccess(page);
    const pay = await choose(page, name, amount);
    await pay.focus();
    await page.keyboard.press('Enter');
    const above = page.frameLocator(`iframe[title="Pay with ${name}"]`);
    await expect(above.getByRole('button', { name: 'Authorize' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText(shown);
    expect(await successes(page)).toEqual(oneSuccess(Number(amount) * 100, currency));
  });

// Holds pay-234.
test('the receipt of a Cash App tip says under which name it is on the statement', async ({ page }) => {
  await accountHas(ada, 'usd', ['cashapp']);
  await (await choose(page, 'Cash App Pay', '7.25')).click();
  const code = page.frameLocator('iframe[title="Pay with Cash App Pay"]');
  await code.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  const receipt = page.getByRole('link', { name: enTip.receipt });
  await page.goto((await receipt.getAttribute('href')) ?? '');
  await expect(page.getByRole('main')).toContainText('On your statementCashApp*…');
});
