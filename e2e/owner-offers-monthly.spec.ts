import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { ownOwner } from './own-owner';
import { openTipSheet, signIn } from './steps';

// No other test's owner offers yearly tips.
const ada = ownOwner({ name: 'Ada Lind' });

// Holds dash-145.
test('what an owner switches on and publishes is what the card asks', async ({ page, browser }) => {
  const fan = await browser.newPage();
  await fan.goto(ada.site);
  const before = await openTipSheet(fan, ada.name);
  await expect(before.getByRole('radio', { name: '$5.00' })).toBeVisible();
  await expect(before.getByRole('radio', { name: 'Once' })).toHaveCount(0);

  await signIn(page, ada.addresses, ada);
  await page.goto(`${ada.addresses.app}/page/amounts`);
  await page.getByRole('switch', { name: 'Let fans give regularly' }).click({ force: true });
  await page.getByRole('radio', { name: 'Every year', exact: true }).check();
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. Your card is up to date everywhere.')).toBeVisible();

  await fan.reload();
  const after = await openTipSheet(fan, ada.name);
  await expect(after.getByRole('radio', { name: 'Once' })).toBeChecked();
  await expect(after.getByRole('radio', { name: 'Every year' })).toBeVisible();
  await expect(after.getByRole('radio', { name: 'Every month' })).toHaveCount(0);
  await fan.close();
});
