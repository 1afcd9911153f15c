import { readFile } from 'node:fs/promises';
import { enTip } from '../card-texts';
import { expect, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { cards, openScreen, openTipSheet, signIn, typeCard } from '../steps';
import { tagOf } from '../tenant';

// Holds dash-067.
test('an owner finds a tip, reads its history, hides its message, refunds a part and exports what the search found', async ({
  page,
  context,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  const name = 'Fan of Bach';
  await test.step('a fan sends a tip', async () => {
    const fan = await context.newPage();
    await openHostPage(fan, busker, { body: tagOf(owner, busker) });
    const sheet = await openTipSheet(fan, owner.name);
    await sheet.getByRole('radio', { name: '$10.00' }).check({ force: true });
    await sheet.getByRole('textbox', { name: enTip.yourName }).fill(name);
    await sheet.getByRole('textbox', { name: enTip.message }).fill('Look at www.spam.example');
    await typeCard(fan, cards.good);
    await sheet.getByRole('button', { name: 'Pay $10.00' }).click();
    await expect(fan.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await fan.close();
  });

  await signIn(page, busker, owner);
  await openScreen(page, 'Money');
  const list = page.getByRole('list', { name: 'List of tips' });
  const details = page.getByRole('dialog', { name: 'Tip', exact: true });

  await test.step('they search for the name and open the tip', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    await expect(page.getByText('1 tip found')).toBeVisible();
    await list.getByRole('link', { name }).click();
    await expect(details.getByText('The name or the message contains a web address.')).toBeVisible();
    await expect(
      details.getByText('Confirmed by Stripe').or(details.getByText('Found when the fan’s page checked')),
    ).toBeVisible();
  });

  await test.step('they show the message, then hide it', async () => {
    await details.getByRole('button', { name: 'Show name and message' }).click();
    await details.getByRole('button', { name: 'Hide name and message' }).click();
    await expect(details.getByText('You hid the fan’s name and message.')).toBeVisible();
    await expect(details.getByText('Message shown or hidden')).toHaveCount(2);
  });

  await test.step('they refund three dollars', async () => {
    await details.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this tip' });
    await dialog.getByLabel('Partial').check();
    await dialog.getByLabel('Amount').fill('3');
    await dialog.getByRole('button', { name: 'Refund $3.00' }).click();
    await expect(page.getByText('$3.00 is on its way back to the card.')).toBeVisible();
    await expect(details.getByText('You refunded $3.00')).toBeVisible();
    await expect(details.getByText('Partly refunded').first()).toBeVisible();
  });

  await test.step('the list shows it too, and the URL keeps the search', async () => {
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(list.getByRole('listitem').first()).toContainText('Partly refunded');
    await page.reload();
    await expect(list.getByRole('link', { name })).toBeVisible();
  });

  await test.step('the totals are those of the found tip', async () => {
    await expect(page.getByText('Received in USD').locator('..')).toContainText('$10.00');
    await expect(page.getByText('Refunds', { exact: true }).locator('..')).toContainText('$3.00');
  });

  await test.step('they export what the filter shows, and the file has that one tip', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export tips' });
    await expect(dialog.getByRole('radio', { name: 'What the filter shows' })).toBeChecked();
    await dialog.getByLabel('Separator').selectOption('semicolon');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const [head, ...rows] = csv.split('\r\n');
    expect(head).toContain(';refunded;');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`;${name};`);
    expect(rows[0]).toContain(';usd;10,00;');
  });
});
