import { enTip } from './card-texts';
import { atStripe } from './at-stripe';
import { expect, test } from './fixtures';
import { ownOwner } from './own-owner';
import { cardForm, openScreen, openTipSheet, signIn } from './steps';
import { listenForSuccess, oneSuccess, successes } from './told-successes';
import { paidTips, thanks } from './truth';

// Browsers have Link and Amazon Pay for her account, as they have nowhere else.
const ada = ownOwner({ name: 'Ada Lind' }, (owner) =>
  atStripe(owner, 'accounts/way', { type: 'amazon_pay', status: 'active' }),
);
// They change what the one account has.
test.describe.configure({ mode: 'serial' });

// Holds pay-385.
test('a fan pays by Link with two presses, the form does not offer it again, and the receipt and the owner’s tip say Link', async ({
  page,
  browser,
}) => {
  await atStripe(ada, 'accounts/wallets', { wallets: ['link', 'amazonPay'] });
  await listenForSuccess(page);
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('6.31');
  await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Lin');
  const row = page.locator('busker-card > [slot=busker-express]');
  await expect(row.getByRole('button')).toHaveText(['Pay with Link', 'Pay with Amazon Pay']);
  await expect(cardForm(page).getByRole('radio', { name: 'Amazon Pay' })).toBeAttached();
  await expect(cardForm(page).getByRole('radio', { name: 'Link' })).toHaveCount(0);

  await row.getByRole('button', { name: 'Pay with Link' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(thanks(page)).toBeVisible();
  expect(await successes(page)).toEqual(oneSuccess(631, 'usd'));
  expect(await paidTips(page, ada.addresses, 631, ada.account)).toBe(1);
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: enTip.receipt }).click();
  await expect((await opening).getByRole('main')).toContainText('Paid withLink');

  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, ada.addresses, ada);
  await openScreen(owner, 'Money');
  await owner.getByRole('list', { name: 'List of tips' }).getByRole('link', { name: 'Lin' }).click();
  const details = owner.getByRole('dialog', { name: 'Tip', exact: true });
  await expect(details.locator('dl').filter({ hasText: 'Paid with' })).toContainText('Paid withLink');
  await owner.context().close();
});

// Holds pay-386.
test('a fan who pays by Amazon Pay from the row leaves the page and comes back to the thanks, and who fails there to the form', async ({
  page,
}) => {
  await listenForSuccess(page);
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('6.32');
  const button = page.getByRole('button', { name: 'Pay with Amazon Pay' });
  await button.click();
  await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
  await page.getByRole('button', { name: 'Fail' }).click();
  const again = page.getByRole('dialog', { name: enTip.title(ada.name) });
  await expect(again.getByRole('textbox', { name: enTip.otherAmount })).toHaveValue('6.32');

  await button.click();
  await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('$6.32');
  expect(await successes(page)).toEqual(oneSuccess(632, 'usd'));
  expect(await paidTips(page, ada.addresses, 632, ada.account)).toBe(1);
});
