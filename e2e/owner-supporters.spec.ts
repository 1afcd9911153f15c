import type { Page } from '@playwright/test';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { offersMonthly, ownOwner } from './own-owner';
import { payAtStripe, receiptLink } from './pay-at-stripe';
import { signIn } from './steps';

// No other test's owner has supporters.
const ada = ownOwner({ name: 'Ada Lind', draft: offersMonthly });

/** A fan begins a monthly tip on the page without script. Answers the address of the fan's own page for it. */
async function give(page: Page, amount: string): Promise<string> {
  await page.goto(`${ada.addresses.app}/@${ada.handle}/tip?lang=en`);
  await page.getByRole('radio', { name: 'Every month' }).check();
  await page.getByRole('radio', { name: amount }).check();
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.getByRole('button', { name: `Continue: ${amount} every month` }).click();
  await page.getByText('every month on the').waitFor();
  await payAtStripe(page);
  await page.getByRole('heading', { name: `${amount} to ${ada.name} every month` }).waitFor();
  return receiptLink(page);
}

// Holds dash-147, dash-148, dash-149.
test('at 360 px by keyboard alone an owner sees who gives every month, stops one at once, and then all', async ({
  page,
  browser,
}) => {
  const fan = await browser.newPage();
  const first = await give(fan, '$5.00');
  const second = await give(fan, '$3.00');
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ada.addresses, ada);
  await page.goto(`${ada.addresses.app}/money/tips`);
  await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Monthly fans' }).focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'List of monthly fans' });
  await expect(list.getByText('$5.00 a month')).toBeVisible();
  await expect(page.getByText('$8.00')).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await test.step('one is ended now, at Stripe and on the fan’s page too', async () => {
    await list.getByRole('listitem').filter({ hasText: '$5.00' }).getByRole('link').focus();
    await page.keyboard.press('Enter');
    const stop = page
      .getByRole('dialog', { name: 'Monthly fan' })
      .getByRole('button', { name: 'Stop this tip' });
    await expect(page.getByText('Visa •••• 4242')).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    await stop.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Stop this tip?' });
    await dialog.getByRole('radio', { name: 'At the end of the paid period' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Now' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(list.getByRole('listitem').filter({ hasText: '$5.00' })).toContainText('Ended');
    await fan.goto(ada.addresses.app + first);
    await expect(fan.getByRole('button', { name: 'Stop this monthly tip' })).toHaveCount(0);
    await expect(page.getByText('This month: 2 began, 1 ended.')).toBeVisible();
  });

  await test.step('the others are stopped after the handle was typed', async () => {
    await page.getByLabel(`Type ${ada.handle} to confirm`).focus();
    await page.keyboard.type(ada.handle);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 tip is being stopped.')).toBeVisible();
    // The server asks Stripe within minutes.
    await expect(list.getByRole('listitem').filter({ hasText: '$3.00' })).toContainText('is being stopped');
    await fan.goto(ada.addresses.app + second);
    expect(await brokenRules(page)).toEqual([]);
  });
  await fan.close();
});
