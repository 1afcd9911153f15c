import type { Page } from '@playwright/test';
import { control } from './at-stripe';
import { expect, test, ownOwner } from './fixtures';
import { signIn, tipFrom } from './steps';

// Other tests' tips would be in the totals.
const ada = ownOwner({ name: 'Ada Lind' });

/** The id of Ada's newest payment at Stripe. */
async function newestPayment(): Promise<string> {
  const { payments } = (await control(ada, 'overview', {})) as {
    payments: { id: string; account: string }[];
  };
  return payments.find(({ account }) => account === ada.account)?.id ?? '';
}

interface Delivery {
  readonly type: string;
  readonly account: string;
  readonly state: string;
}

/** Waits until the server has answered so many events of this type about her account. */
const toldOf = (type: string, times: number) =>
  expect
    .poll(async () => {
      const deliveries = (await control(ada, 'deliveries/list', { state: 'delivered' })) as Delivery[];
      return deliveries.filter((delivery) => delivery.account === ada.account && delivery.type === type)
        .length;
    })
    .toBe(times);

/** The tip of Kim in the list, and the totals of all tips. */
function shownBy(page: Page) {
  const row = page
    .getByRole('list', { name: 'List of tips' })
    .getByRole('listitem')
    .filter({ hasText: 'Kim' });
  const totals = page.locator('[data-line]').filter({ hasText: /^(Received|Disputes)/ });
  return { row, totals };
}

// Holds pay-214.
test('a lost dispute is still lost in Ada’s list and totals while she appeals, and is gone from both once she has won', async ({
  page,
  browser,
}) => {
  await tipFrom(browser, ada.addresses, ada, 'Kim');
  const payment = await newestPayment();
  await tipFrom(browser, ada.addresses, ada, 'Noor');
  await signIn(page, ada.addresses, ada);
  await page.goto(`${ada.addresses.app}/money/tips`);
  const { row, totals } = shownBy(page);
  const details = page.getByRole('dialog', { name: 'Tip', exact: true });
  await expect(totals).toHaveText([/\$10\.00/]);

  const seenAsLost = async () => {
    await expect(row).toContainText('Dispute lost');
    await expect(totals).toHaveText([/\$10\.00/, /^Disputes\s*−\$5\.00/]);
  };
  const disputed = await control(ada, 'disputes/create', { charge: payment });
  const dispute = { dispute: (disputed as { id: string }).id };
  await test.step('the dispute is lost', async () => {
    await control(ada, 'disputes/close', { ...dispute, outcome: 'lost' });
    await seenAsLost();
  });
  await test.step('an appeal changes nothing, also after a reload', async () => {
    await toldOf('charge.dispute.updated', 1);
    await control(ada, 'disputes/appeal', dispute);
    await toldOf('charge.dispute.updated', 2);
    await page.reload();
    await seenAsLost();
    await row.getByRole('link', { name: 'Kim' }).click();
    await expect(details.getByText('You lost the dispute')).toBeVisible();
  });
  await test.step('the appeal is won: the open details, the list and the totals say so without a reload', async () => {
    await control(ada, 'disputes/close', { ...dispute, outcome: 'won' });
    await expect(details.getByText('You won the dispute')).toBeVisible();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(totals).toHaveText([/\$10\.00/]);
    await expect(row).not.toContainText('Dispute');
    await page.reload();
    await expect(row).toBeVisible();
    await expect(row).not.toContainText('Dispute');
    await expect(totals).toHaveText([/\$10\.00/]);
  });
});
