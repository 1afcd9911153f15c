import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { signIn, tipFrom } from './steps';

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
