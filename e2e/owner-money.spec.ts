import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test, ownOwner } from './fixtures';
import { signIn, tipFrom, control } from './steps';

// Holds dash-200.
test('on paper there is the statement alone, in dark letters on white, also when the dashboard is dark', async ({
  page,
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  await tipFrom(browser, busker, owner, 'Kim');
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, busker, owner);
  await page.goto(`${busker.app}/money/books`);
  const title = page.getByRole('heading', { name: 'Books', level: 1 });
  await expect(title).toHaveCSS('color', /rgb\(2\d\d, 2\d\d, 2\d\d\)/);
  await expect(page.getByRole('table', { name: 'By month' })).toBeVisible();
  await page.getByLabel('Name or business').fill('Nina Sol, Musician');
  await page.getByLabel('Address').fill('Quay 1\nRiga');
  await page.getByLabel('Tax number').fill('LV 123');
  await page.getByLabel('Tax number').press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();
  // They are with the account, not with this page.
  await page.reload();
  await expect(page.getByLabel('Tax number')).toHaveValue('LV 123');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const statement = page.getByRole('heading', { name: /^Statement of tips for 20\d\d$/ });
  await expect(statement).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(title).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByText('See payouts')).toBeHidden();
  for (const line of ['Nina Sol, Musician', 'Quay 1', 'Tax number: LV 123'])
    await expect(page.locator('p', { hasText: line })).toBeVisible();
  await expect(page.getByLabel('Tax number')).toBeHidden();
});

// Holds dash-207.
test('browsers in UTC, Tokyo and Los Angeles show the same books and statement, and save the same files', async ({
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  await tipFrom(browser, busker, owner, 'Kim');
  const seen = [];
  // The account keeps the zone of the first browser.
  for (const timezoneId of ['Asia/Tokyo', 'UTC', 'America/Los_Angeles']) {
    const context = await browser.newContext({ timezoneId });
    const page = await context.newPage();
    await signIn(page, busker, owner);
    await page.goto(`${busker.app}/money/books`);
    const zone = page.getByLabel('Your days begin at midnight in');
    await expect(zone).toHaveValue('Asia/Tokyo');
    const table = await page.getByRole('table', { name: 'By month' }).innerText();
    const saved = async (name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return readFile(await (await download).path(), 'utf8');
    };
    const bookkeeping = await saved('For bookkeeping (CSV)');
    await page.emulateMedia({ media: 'print' });
    const statement = await page
      .getByText(/^Statement of tips for/)
      .locator('..')
      .innerText();
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${busker.app}/settings/account`);
    const tips = await saved('All tips as a spreadsheet (CSV)');
    seen.push({ table, bookkeeping, statement, tips });
    await context.close();
  }
  const [tokyo, ...others] = seen;
  expect(tokyo?.statement).toContain('Time zone of the days: Asia/Tokyo.');
  expect(tokyo?.bookkeeping).toContain(',Tip,');
  for (const other of others) expect(other).toEqual(tokyo);
});

test.describe('disputes', () => {
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
});
