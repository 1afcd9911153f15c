import type { Page } from '@playwright/test';
import { control } from './at-stripe';
import { expect, test } from './fixtures';
import { ownBackend } from './own-backend';
import { ada, signIn, tipOnPlainPage } from './steps';

// Its own backend: other tests' tips would be in the totals.
const backend = ownBackend();

/** The id of Ada's newest payment at Stripe. */
async function newestPayment(): Promise<string> {
  const { payments } = (await control(backend, 'overview', {})) as { payments: { id: string }[] };
  return payments[0]?.id ?? '';
}

interface Delivery {
  readonly type: string;
  readonly state: string;
}

/** Waits until the server has answered so many events of this type. */
const toldOf = (type: string, times: number) =>
  expect
    .poll(async () => {
      const deliveries = (await control(backend, 'deliveries/list', { state: 'delivered' })) as Delivery[];
      return deliveries.filter((delivery) => delivery.type === type).length;
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
  await tipOnPlainPage(browser, backend.addresses, 'Kim');
  const payment = await newestPayment();
  await tipOnPlainPage(browser, backend.addresses, 'Noor');
  await signIn(page, backend.addresses, ada);
  await page.goto(`${backend.addresses.app}/tips`);
  const { row, totals } = shownBy(page);
  const details = page.getByRole('dialog', { name: 'Tip', exact: true });
  await expect(totals).toHaveText([/\$10\.00/]);

  const seenAsLost = async () => {
    await expect(row).toContainText('Dispute lost');
    await expect(totals).toHaveText([/\$10\.00/, /^Disputes\s*\$5\.00/]);
  };
  const disputed = await control(backend, 'disputes/create', { charge: payment });
  const dispute = { dispute: (disputed as { id: string }).id };
  await test.step('the dispute is lost', async () => {
    await control(backend, 'disputes/close', { ...dispute, outcome: 'lost' });
    await seenAsLost();
  });
  await test.step('an appeal changes nothing, also after a reload', async () => {
    await toldOf('charge.dispute.updated', 1);
    await control(backend, 'disputes/appeal', dispute);
    await toldOf('charge.dispute.updated', 2);
    await page.reload();
    await seenAsLost();
    await row.getByRole('link', { name: 'Kim' }).click();
    await expect(details.getByText('You lost the dispute')).toBeVisible();
  });
  await test.step('the appeal is won: the open details, the list and the totals say so without a reload', async () => {
    await control(backend, 'disputes/close', { ...dispute, outcome: 'won' });
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
