import type { Page } from '@playwright/test';
import { enTip } from './card-texts';
import { atStripe } from './at-stripe';
import { expect, test } from './fixtures';
import { ownOwner } from './own-owner';
import { openTipSheet, signIn } from './steps';
import { listenForSuccess, oneSuccess, successes } from './told-successes';
import { paidTips, thanks } from './truth';

// Her account has a wallet, and she changes what fans may cover.
const ada = ownOwner({ name: 'Ada Lind' }, (owner) =>
  atStripe(owner, 'accounts/wallets', { wallets: ['googlePay'] }),
);
// In order, because the last one changes Ada's profile.
test.describe.configure({ mode: 'default' });

const walletOf = (page: Page) => page.getByRole('dialog', { name: /Google Pay/ });
const agree = (page: Page) => walletOf(page).getByRole('button', { name: 'Pay', exact: true }).click();
const costsBox = (page: Page) => page.getByRole('checkbox', { name: /keeps about/ });

/** Opens the wallet for this tip, in dollars, with the costs on top; the total in it. */
async function openWallet(page: Page, amount: string): Promise<string> {
  await listenForSuccess(page);
  await page.goto(ada.site);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
  await costsBox(page).check();
  const pay = sheet.getByRole('button', { name: /^Pay \$/ });
  await expect(pay).not.toHaveText(enTip.pay(`$${amount}`));
  const total = ((await pay.textContent()) ?? '').replace('Pay ', '');
  await page.getByRole('button', { name: 'Google Pay' }).click();
  await expect(walletOf(page)).toContainText(total);
  return total;
}

const minorUnits = (total: string): number => Math.round(Number(total.replace('$', '')) * 100);

/** What the wallet says before it closes. It is there for a second, and a busy machine may not look in time. */
const saidByWallet = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        for (const { shadowRoot } of document.body.children)
          for (const status of shadowRoot?.querySelectorAll('dialog [role=status]') ?? [])
            new MutationObserver(() => resolve(status.textContent)).observe(status, { childList: true });
      }),
  );

// Holds pay-328.
test('a total that is changed while the wallet is open is not charged: the wallet’s is', async ({ page }) => {
  const total = await openWallet(page, '6.31');
  // The wallet covers the page and the sheet's fields are disabled, so a fan cannot press them. A script of the page can.
  await costsBox(page).evaluate((box) => box.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await agree(page);
  await expect(thanks(page)).toBeVisible();
  expect(await successes(page)).toEqual(oneSuccess(minorUnits(total), 'usd'));
  expect(await paidTips(page, ada.addresses, minorUnits(total), ada.account)).toBe(1);
  expect(await paidTips(page, ada.addresses, 631, ada.account)).toBe(0);
});

// Holds pay-328.
test('when the owner stops to let fans cover the costs while a wallet is open, nothing is charged; the next press shows and pays the new total', async ({
  page,
  browser,
  complaints,
}) => {
  complaints.expected(/409 \(Conflict\)/);
  const owner = await browser.newPage();
  await signIn(owner, ada.addresses, ada);
  await owner.goto(`${ada.addresses.app}/settings/payments`);
  const covering = owner.getByRole('switch', { name: 'Let fans cover the costs' });
  await expect(covering).toBeChecked();
  const total = await openWallet(page, '6.32');

  await covering.click({ force: true });
  await owner.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(owner.getByText('Everything is published')).toBeVisible();
  await owner.close();

  const said = saidByWallet(page);
  await agree(page);
  expect(await said).toBe(enTip.totalChanged);
  await expect(walletOf(page)).toHaveCount(0);
  const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
  await expect(sheet.getByRole('alert').first()).toHaveText(enTip.totalChanged);
  await expect(sheet.getByRole('button', { name: enTip.pay('$6.32') })).toBeEnabled();
  expect(await successes(page)).toEqual([]);
  expect(await paidTips(page, ada.addresses, minorUnits(total), ada.account)).toBe(0);

  await page.getByRole('button', { name: 'Google Pay' }).click();
  await expect(walletOf(page)).toContainText('$6.32');
  await agree(page);
  await expect(thanks(page)).toBeVisible();
  expect(await successes(page)).toEqual(oneSuccess(632, 'usd'));
  expect(await paidTips(page, ada.addresses, 632, ada.account)).toBe(1);
  expect(await paidTips(page, ada.addresses, minorUnits(total), ada.account)).toBe(0);
});
