import type { Page } from '@playwright/test';
import { enTip } from './card-texts';
import { accountHas, atStripe } from './at-stripe';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { ownOwner } from './own-owner';
import { openTipSheet } from './steps';

// Her account takes zloty here, and dollars elsewhere.
const ada = ownOwner({ name: 'Ada Lind' }, (owner) => accountHas(owner, 'pln', ['blik', 'p24']));
// In order, because the last one changes what the account has.
test.describe.configure({ mode: 'default' });

/** Opens Stripe's page for a tip in a tab of its own, and gives it the fan's address. */
async function openHostedPage(page: Page): Promise<Page> {
  await page.goto(ada.site);
  await page.locator('busker-card').evaluate((card) => card.setAttribute('pay', 'hosted'));
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('20');
  const opening = page.waitForEvent('popup');
  await sheet.getByRole('button', { name: /^Pay / }).click();
  const tab = await opening;
  await tab.getByLabel('Email').fill('fan@example.com');
  return tab;
}

// Holds pay-235.
test('on Stripe’s page a fan pays with BLIK by keyboard: code, confirmation in the app, thanks', async ({
  page,
}) => {
  const tab = await openHostedPage(page);
  await tab.getByRole('radio', { name: 'BLIK' }).focus();
  await tab.keyboard.press('Space');
  await expect(tab.getByLabel('Card number')).toBeHidden();
  await expect(tab.getByText('You go to the page of')).toBeHidden();
  await tab.getByLabel('BLIK code').fill('12');
  await tab.keyboard.press('Enter');
  await expect(tab.getByRole('alert').filter({ hasText: 'six digits' })).toBeVisible();
  await expect(tab.getByLabel('BLIK code')).toBeFocused();
  expect(await brokenRules(tab)).toEqual([]);
  await tab.getByLabel('BLIK code').fill('123456');
  await tab.keyboard.press('Enter');
  const bank = tab.frameLocator('iframe[title="Pay with BLIK"]');
  await expect(bank.getByRole('heading', { name: 'Pay with BLIK' })).toBeVisible();
  await expect(bank.getByRole('button', { name: 'Authorize' })).toBeFocused();
  await tab.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});

// Holds pay-235.
test('who fails at the bank is back on Stripe’s page with the reason, and pays there another way', async ({
  page,
}) => {
  const tab = await openHostedPage(page);
  await tab.getByRole('radio', { name: 'Przelewy24' }).check();
  await tab.getByRole('button', { name: 'Pay', exact: true }).click();
  await tab.getByRole('heading', { name: 'Pay with Przelewy24' }).waitFor();
  await tab.getByRole('button', { name: 'Fail' }).click();
  await expect(tab.getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible();
  await tab.getByLabel('Email').fill('fan@example.com');
  await tab.getByRole('radio', { name: 'Przelewy24' }).check();
  await tab.getByRole('button', { name: 'Pay', exact: true }).click();
  await tab.getByRole('heading', { name: 'Pay with Przelewy24' }).waitFor();
  await tab.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});

// Holds pay-361.
test('an account with no way for the card’s form: the sheet says why, and the fan pays with BLIK on Stripe’s page', async ({
  page,
  complaints,
}) => {
  complaints.expected(/400 \(Bad Request\)/);
  await atStripe(ada, 'accounts/way', { type: 'p24', status: 'inactive' });
  for (const type of ['card', 'link'])
    await atStripe(ada, 'accounts/preference', { type, preference: 'off' });
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('20');
  await expect(sheet).toContainText(enTip.whyElsewhere['no-method']);
  expect(await brokenRules(page)).toEqual([]);
  const opening = page.waitForEvent('popup');
  await sheet.getByRole('button', { name: /^Pay / }).click();
  const tab = await opening;
  await tab.getByLabel('Email').fill('fan@example.com');
  await expect(tab.getByLabel('Card number')).toBeHidden();
  await tab.getByLabel('BLIK code').fill('123456');
  await tab.getByRole('button', { name: 'Pay', exact: true }).click();
  const bank = tab.frameLocator('iframe[title="Pay with BLIK"]');
  await bank.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});
