import { chooseCurrency, fanIn } from '../emulators/stripe/testing/hosted-page';
import { enTip } from '../widget/messages/en-tip';
import { newStateDir, removeStateDir, startBackend, type Backend } from './backend';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { ada, openTipSheet, signIn } from './steps';

let stateDir = '';
let backend: Backend;

// Its own backend: elsewhere Stripe's page has one currency.
test.beforeAll(async () => {
  stateDir = await newStateDir();
  backend = await startBackend({ stateDir, env: { LIMIT_FACTOR: '1000' } });
});
test.afterAll(async () => {
  await backend.stop();
  await removeStateDir(stateDir);
});

// Holds dash-155, pay-348, pay-349.
test('Ada lets fans pay in their own currency: a fan in Germany pays euros by keyboard, and the receipt and Ada’s list say both', async ({
  page,
  browser,
}) => {
  const { app, examples } = backend.addresses;
  await test.step('Ada switches it on and publishes', async () => {
    await signIn(page, backend.addresses, ada);
    await page.goto(`${app}/payments`);
    await page.getByRole('switch', { name: 'Let fans pay in their own currency' }).click({ force: true });
    await expect(page.getByText('All edits saved')).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Everything is published')).toBeVisible();
  });
  const context = await browser.newContext();
  const fan = await context.newPage();
  const tab = await test.step('a fan in Germany goes to Stripe’s page', async () => {
    await fan.goto(`${examples}/plain-html/`);
    await fan.locator('busker-card').evaluate((card) => card.setAttribute('pay', 'hosted'));
    const sheet = await openTipSheet(fan, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await sheet.getByText(enTip.privacy).click();
    await sheet.getByRole('textbox', { name: enTip.receiptEmail }).fill(fanIn('DE'));
    const opening = fan.waitForEvent('popup');
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    return opening;
  });
  await test.step('it shows euros, and dollars as well', async () => {
    const choice = tab.getByRole('group', { name: 'Choose a currency' });
    await expect(choice.getByRole('radio', { name: /€/ })).toBeChecked();
    await chooseCurrency(tab, 'usd');
    await tab.keyboard.press('ArrowUp');
    await expect(choice.getByRole('radio', { name: /€/ })).toBeChecked();
    expect(await brokenRules(tab)).toEqual([]);
    await tab.getByLabel('Card number').fill('4242 4242 4242 4242');
    await tab.getByLabel('Expiration date').fill('12 / 34');
    await tab.getByLabel('Security code').fill('123');
    await tab.getByLabel('ZIP code').fill('10001');
    await tab.keyboard.press('Enter');
  });
  await test.step('the receipt says what was paid, and what that is for Ada', async () => {
    await expect(fan.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    const opening = fan.waitForEvent('popup');
    await fan.getByRole('link', { name: enTip.receipt }).click();
    await expect((await opening).getByRole('main')).toContainText('Total€4.78 ($5.00)');
  });
  await test.step('Ada reads it in the details', async () => {
    await page.goto(`${app}/tips`);
    await page.locator('a[href^="/tips?tip="]').first().click();
    await expect(page.getByText('Charged in the fan’s currency')).toBeVisible();
    await expect(page.getByText('€4.78')).toBeVisible();
  });
  await context.close();
});
