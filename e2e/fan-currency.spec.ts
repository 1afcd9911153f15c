import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { chooseCurrency, fanIn } from '@busker/emulator-stripe/testing/hosted-page';
import { enTip } from './card-texts';
import { brokenRules } from './broken-rules';
import { expect, test, ownOwner } from './fixtures';
import { tabTo } from './keyboard-walk';
import { openTipSheet, signIn } from './steps';
import { listenForSuccess, oneSuccess, successes, paidTips, thanks } from './truth';

// Elsewhere Stripe's page has one currency.
const ada = ownOwner({ name: 'Ada Lind' });
// In order: the first one lets fans pay in their own currency.
test.describe.configure({ mode: 'serial' });

/** Fills the sheet for a fan in Germany who pays on Stripe's page; the Pay button. */
async function readyForStripe(fan: Page, amount: string) {
  await fan.goto(ada.site);
  await fan.locator('busker-card').evaluate((card) => card.setAttribute('pay', 'hosted'));
  const sheet = await openTipSheet(fan, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
  await sheet.getByText(enTip.privacy).click();
  await sheet.getByRole('textbox', { name: enTip.receiptEmail }).fill(fanIn('DE'));
  return sheet.getByRole('button', { name: enTip.pay(`$${amount}`) });
}

const euros = (tab: Page) => tab.getByRole('radio', { name: /€/ });
const payAtStripe = (tab: Page) => tab.getByRole('button', { name: 'Pay', exact: true });

async function typeCardAtStripe(tab: Page): Promise<void> {
  await tab.getByLabel('Card number').fill('4242 4242 4242 4242');
  await tab.getByLabel('Expiration date').fill('12 / 34');
  await tab.getByLabel('Security code').fill('123');
  await tab.getByLabel('ZIP code').fill('10001');
}

/** Stripe's page for a tip of this amount, in euros, with the card typed. */
async function atStripeInEuros(fan: Page, amount: string): Promise<Page> {
  await listenForSuccess(fan);
  const pay = await readyForStripe(fan, amount);
  const opening = fan.waitForEvent('popup');
  await pay.click();
  const tab = await opening;
  await typeCardAtStripe(tab);
  await expect(euros(tab)).toBeChecked();
  return tab;
}

// Holds dash-155, pay-348, pay-349.
test('by keyboard Ada lets fans pay in their own currency, and a fan in Germany pays euros; the receipt and Ada’s list say both', async ({
  page,
  browser,
}) => {
  const { app } = ada.addresses;
  await test.step('Ada switches it on and publishes', async () => {
    const label = 'Let fans pay in their own currency';
    await signIn(page, ada.addresses, ada);
    await page.goto(`${app}/settings/payments`);
    const choice = page.getByRole('switch', { name: label });
    await expect(choice).not.toBeChecked();
    await tabTo(page, label);
    await page.keyboard.press('Space');
    await expect(choice).toBeChecked();
    await expect(page.getByText('All edits saved')).toBeVisible();
    await tabTo(page, 'Publish');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Everything is published')).toBeVisible();
  });
  const context = await browser.newContext();
  const fan = await context.newPage();
  const tab = await test.step('a fan in Germany goes to Stripe’s page', async () => {
    const pay = await readyForStripe(fan, '5.00');
    const opening = fan.waitForEvent('popup');
    await pay.click();
    return opening;
  });
  await test.step('it shows euros, and dollars as well', async () => {
    await expect(euros(tab)).toBeChecked();
    await chooseCurrency(tab, 'usd');
    await tab.keyboard.press('ArrowUp');
    await expect(euros(tab)).toBeChecked();
    expect(await brokenRules(tab)).toEqual([]);
    await typeCardAtStripe(tab);
    await tab.keyboard.press('Enter');
  });
  await test.step('the receipt says what was paid, and what that is for Ada', async () => {
    await expect(thanks(fan)).toBeVisible();
    const opening = fan.waitForEvent('popup');
    await fan.getByRole('link', { name: enTip.receipt }).click();
    await expect((await opening).getByRole('main')).toContainText('Total€4.78 ($5.00)');
  });
  await test.step('Ada reads it in the details', async () => {
    await page.goto(`${app}/money/tips`);
    await page.locator('a[href^="/money/tips?tip="]').first().click();
    await expect(page.getByText('Charged in the fan’s currency')).toBeVisible();
    await expect(page.getByText('€4.78')).toBeVisible();
  });
  await context.close();
});

// Holds pay-349.
test('a double press on each Pay makes one tip and one payment in euros', async ({ page, context }) => {
  const asked: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && /^\/v1\/tips$|\/pay$/.test(pathname)) asked.push(pathname);
  });
  await listenForSuccess(page);
  const pay = await readyForStripe(page, '6.41');
  const opening = page.waitForEvent('popup');
  await pay.dblclick();
  const tab = await opening;
  await typeCardAtStripe(tab);
  await expect(euros(tab)).toBeChecked();
  expect(context.pages()).toHaveLength(2);
  // The shop's page takes its time: Stripe's page is still there for one more press, by the mouse because a locator waits for the next page.
  const leaving = tab.waitForEvent('request', (request) => request.isNavigationRequest());
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const next = (address: URL) => !address.pathname.startsWith('/sandbox/');
  await tab.route(next, async (route) => {
    if (route.request().isNavigationRequest()) await held;
    await route.continue();
  });
  const place = await payAtStripe(tab).boundingBox();
  assert(place);
  await payAtStripe(tab).dblclick();
  await leaving;
  await tab.mouse.click(place.x + 20, place.y + 10);
  arrive();
  await expect(thanks(page)).toBeVisible();
  expect(asked).toEqual(['/v1/tips', expect.stringMatching(/^\/sandbox\/checkout\/[^/]+\/pay$/)]);
  expect(await paidTips(page, ada.addresses, 641, ada.account)).toBe(1);
  expect(await successes(page)).toEqual(oneSuccess(641, 'usd'));
});

// Holds pay-349.
test('a fan whose connection is lost when they pay in euros reads so, keeps what they typed, and pays once when it is back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expected(/ERR_INTERNET_DISCONNECTED/);
  const tab = await atStripeInEuros(page, '6.42');
  await context.setOffline(true);
  await payAtStripe(tab).click();
  await expect(tab.getByRole('alert').filter({ hasText: 'our connection to Stripe' })).toBeVisible();
  await expect(euros(tab)).toBeChecked();
  await expect(tab.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect(thanks(page)).toHaveCount(0);
  expect(await paidTips(page, ada.addresses, 642, ada.account)).toBe(0);

  await context.setOffline(false);
  await payAtStripe(tab).click();
  await expect(thanks(page)).toBeVisible();
  expect(await paidTips(page, ada.addresses, 642, ada.account)).toBe(1);
  expect(await successes(page)).toEqual(oneSuccess(642, 'usd'));
});

// Holds pay-349.
test('a fan whose payment in euros went through without an answer is thanked, and another press charges nothing', async ({
  page,
  complaints,
}) => {
  complaints.expected(/ERR_FAILED|400 \(Bad Request\)/);
  const tab = await atStripeInEuros(page, '6.43');
  await tab.route('**/sandbox/checkout/*/pay', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payAtStripe(tab).click();
  await expect(tab.getByRole('alert').filter({ hasText: 'our connection to Stripe' })).toBeVisible();
  await tab.unroute('**/sandbox/checkout/*/pay');
  await payAtStripe(tab).click();
  await expect(tab.getByRole('alert').filter({ hasText: 'no longer active' })).toBeVisible();
  await expect(thanks(page)).toBeVisible();
  expect(await paidTips(page, ada.addresses, 643, ada.account)).toBe(1);
  expect(await successes(page)).toEqual(oneSuccess(643, 'usd'));
});
