import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures';
import { openScreen, signIn } from '../steps';

// Holds dash-026.
test('an owner exports everything and deletes the account: the card closes at once, and the handle stays reserved', async ({
  page,
  busker,
  tenant,
  complaints,
  request,
}) => {
  complaints.expected(/documents:commit|status of 40/);
  const { handle, name, ...owner } = await tenant();
  const published = `${busker.app}/v1/profiles/${handle}`;
  expect((await request.get(published)).status()).toBe(200);
  await signIn(page, busker, owner);
  await openScreen(page, 'Settings', 'Account');

  await test.step('they download everything: the file has their page and their account', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download everything first' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^busker-data-\d{4}-\d\d-\d\d\.json$/);
    const data = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(data)).toBeInstanceOf(Object);
    for (const known of [owner.email, handle, name]) expect(data).toContain(known);
  });

  await test.step('they delete the account', async () => {
    await page.getByLabel(`Type ${handle} to confirm`).fill(handle);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText(/Your account has been deleted/).waitFor();
    expect((await request.get(published)).status()).toBe(404);
    expect(await (await request.get(`${busker.app}/v1/handles/${handle}`)).json()).toMatchObject({
      state: 'taken',
    });
  });
});
