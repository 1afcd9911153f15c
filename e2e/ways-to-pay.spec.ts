import type { Page } from '@playwright/test';
import { enTip } from './card-texts';
import { atStripe } from './at-stripe';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { ownOwner } from './own-owner';
import { cardForm, cards, openTipSheet, typeCard } from './steps';
import { listenForSuccess, oneSuccess, successes } from './told-successes';
import { paidTips } from './truth';

// Her account has more ways to pay here than elsewhere.
const ada = ownOwner({ name: 'Ada Lind' });
// They change what the one account has.
test.describe.configure({ mode: 'serial' });

/** Fills the sheet of the plain example page, and chooses Amazon Pay. */
async function chooseAmazonPay(page: Page) {
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Kim');
  await cardForm(page).getByRole('radio', { name: 'Amazon Pay' }).check();
  return sheet;
}

const fiveDollars = oneSuccess(500, 'usd');

// Holds pay-223.
test('a fan pays at a bank’s page and comes back: the sheet is open with the amount, the receipt and the undo', async ({
  page,
}) => {
  await atStripe(ada, 'accounts/way', { type: 'amazon_pay', status: 'active' });
  const sheet = await chooseAmazonPay(page);
  expect(await brokenRules(page)).toEqual([]);
  await listenForSuccess(page);
  await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
  await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
  await page.getByRole('button', { name: 'Authorize' }).click();

  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('$5.00');
  await expect(page.getByRole('button', { name: /Undo/ })).toBeVisible();
  expect(await successes(page)).toEqual(fiveDollars);
});

// Holds pay-224.
test('who fails at the bank finds the form with what was typed, and pays the same tip by card', async ({
  page,
}) => {
  await listenForSuccess(page);
  const sheet = await chooseAmazonPay(page);
  await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
  await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
  await page.getByRole('button', { name: 'Fail' }).click();
  const again = page.getByRole('dialog', { name: enTip.title(ada.name) });
  await expect(again.getByRole('textbox', { name: enTip.yourName })).toHaveValue('Kim');
  await expect(again.getByRole('radio', { name: '$5.00' })).toBeChecked();
  await typeCard(page, cards.good);
  await again.getByRole('button', { name: 'Pay $5.00' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  expect(await successes(page)).toEqual(fiveDollars);
});

// Holds pay-231.
test('a way that the owner switches off meanwhile is named as such, and the same tip is paid by card', async ({
  page,
  complaints,
}) => {
  complaints.expected(/400 \(Bad Request\)/);
  await listenForSuccess(page);
  const sheet = await chooseAmazonPay(page);
  await atStripe(ada, 'accounts/way', { type: 'amazon_pay', status: 'inactive' });
  await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
  await expect(sheet.getByRole('alert').first()).toContainText(enTip.decline['way-unavailable']);
  await cardForm(page).getByRole('radio', { name: 'Card' }).check();
  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  expect(await successes(page)).toEqual(fiveDollars);
  await atStripe(ada, 'accounts/way', { type: 'amazon_pay', status: 'active' });
});

/** The payment of this amount whose bank has not answered yet. */
async function waitingAtTheBank(page: Page, amount: number): Promise<string> {
  const answer = await page.request.post(`${ada.addresses.stripe}/__sandbox/overview`, { data: {} });
  const { payments } = (await answer.json()) as {
    payments: { id: string; account: string; amount: number; status: string }[];
  };
  const own = payments.filter(({ account }) => account === ada.account);
  return own.find((payment) => payment.amount === amount && payment.status === 'processing')?.id ?? '';
}

// Holds pay-225.
test('a payment that takes days is on its way without thanks; once the bank pays, the fan is thanked and the tip is told once', async ({
  page,
}) => {
  const sheet = await chooseAmazonPay(page);
  await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
  await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
  await listenForSuccess(page);
  await page.getByRole('button', { name: 'Answer in three days' }).click();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toHaveCount(0);
  expect(await successes(page)).toEqual([]);
  expect(await brokenRules(page)).toEqual([]);

  const data = { paymentIntent: await waitingAtTheBank(page, 500), answer: 'pays' };
  const settled = await page.request.post(`${ada.addresses.stripe}/__sandbox/payments/settle`, { data });
  expect(settled.ok()).toBe(true);
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  expect(await successes(page)).toEqual(fiveDollars);
});

// Holds pay-226.
test('a wallet’s button is above the card form and pays with one press there and one in the wallet; a refusal says why', async ({
  page,
  complaints,
}) => {
  complaints.expected(/402 \(Payment Required\)/);
  await atStripe(ada, 'accounts/wallets', { wallets: ['applePay', 'googlePay'] });
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const button = page.getByRole('button', { name: 'Google Pay' });
  await expect(button).toBeVisible();
  const frame = page.locator('busker-card > [slot=busker-pay] iframe');
  const [above, below] = [await button.boundingBox(), await frame.boundingBox()];
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);

  await button.click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(sheet.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('dialog', { name: /Google Pay/ })).toHaveCount(0);

  await button.click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});

// Holds pay-226.
test('from the wallet’s button to the thanks are two presses, and the name and the message are in the receipt', async ({
  page,
}) => {
  await atStripe(ada, 'accounts/wallets', { wallets: ['applePay'] });
  await listenForSuccess(page);
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('6.21');
  await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Kim');
  await sheet.getByRole('textbox', { name: enTip.message }).fill('From the wallet');
  await page.getByRole('button', { name: 'Tip with Apple Pay' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  expect(await successes(page)).toEqual(oneSuccess(621, 'usd'));
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: enTip.receipt }).click();
  const receipt = await opening;
  await expect(receipt.getByRole('main')).toContainText('Paid withApple Pay');
  await expect(receipt.getByLabel('Your name')).toHaveValue('Kim');
  await expect(receipt.getByLabel('Message')).toHaveValue('From the wallet');
});

// Holds pay-358.
test('while the server is slow the wallet closes and another press on it opens nothing: one tip, paid once', async ({
  page,
}) => {
  await atStripe(ada, 'accounts/wallets', { wallets: ['googlePay'] });
  await listenForSuccess(page);
  let asked = 0;
  let answer = () => {};
  const isSlow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/v1\/tips(?:\?|$)/, async (route) => {
    asked += 1;
    await isSlow;
    await route.continue();
  });
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('6.22');
  const button = page.getByRole('button', { name: 'Google Pay' });
  const wallet = page.getByRole('dialog', { name: /Google Pay/ });
  await button.click();
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(wallet).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: 'Pay $6.22' })).toBeDisabled();
  await button.click();
  await expect(wallet).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  await expect(wallet).toHaveCount(0);
  expect(asked).toBe(1);
  expect(await paidTips(page, ada.addresses, 622, ada.account)).toBe(1);
  expect(await successes(page)).toEqual(oneSuccess(622, 'usd'));
});

// Holds pay-227.
test('a fan who leaves a wallet is back in the form; without a wallet there is no room for one', async ({
  page,
}) => {
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await page.getByRole('button', { name: 'Google Pay' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet.getByRole('button', { name: 'Pay $5.00' })).toBeEnabled();

  await atStripe(ada, 'accounts/wallets', { wallets: [] });
  await page.reload();
  const plain = await openTipSheet(page, ada.name);
  await plain.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await cardForm(page).getByLabel('Card number').waitFor();
  await expect(plain.locator('.express')).toBeHidden();
});
