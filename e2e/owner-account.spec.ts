import type { Page } from '@playwright/test';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';

/** A new owner with a confirmed address. */
async function newOwner(page: Page, busker: Addresses, name: string): Promise<string> {
  const email = `${name}-${Date.now()}@example.com`;
  await page.goto(`${busker.app}/create-account`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('busker-demo');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  const link = await mailedLink(page, busker, email);
  const mail = await page.context().newPage();
  await mail.goto(link);
  await mail.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
  expect(new URL(mail.url()).search).toBe('');
  await mail.close();
  return email;
}

async function mailedLink(page: Page, busker: Addresses, to: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto(`${busker.app}/__local/outbox`);
  const link = outbox.locator(`li[data-to="${to}"]`).first().getByRole('link');
  const href = (await link.getAttribute('href')) ?? '';
  await outbox.close();
  return href;
}

// Holds dash-026.
test('an owner exports and deletes their account: the card closes at once, and the handle stays reserved', async ({
  page,
  busker,
  complaints,
  request,
}) => {
  complaints.expected(/documents:commit|status of 40/);
  await newOwner(page, busker, 'leaver');
  const handle = `leaver_${Date.now()}`;
  await page.getByRole('textbox', { name: 'Handle' }).fill(handle);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lee Ver');
  await page.getByRole('textbox', { name: 'Paste a link' }).fill('https://lee.example/');
  await page.getByRole('button', { name: 'Add link' }).click();
  // The mailed link opens in another tab of the same browser, which updates this tab.
  await expect(page.getByRole('button', { name: 'I opened the link' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText(/You are live at/).waitFor();
  expect((await request.get(`${busker.app}/v1/profiles/${handle}`)).status()).toBe(200);

  await page.getByRole('link', { name: 'Account' }).first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download everything first' }).click();
  expect((await download).suggestedFilename()).toMatch(/^busker-data-\d{4}-\d\d-\d\d\.json$/);

  await page.getByLabel(`Type ${handle} to confirm`).fill(handle);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByText(/Your account has been deleted/).waitFor();
  expect((await request.get(`${busker.app}/v1/profiles/${handle}`)).status()).toBe(404);
  expect(await (await request.get(`${busker.app}/v1/handles/${handle}`)).json()).toMatchObject({
    state: 'taken',
  });
});

// Holds dash-024.
test('a forgotten password: the mailed link opens the dashboard, and the new password signs in', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/documents:commit|status of 400/);
  const email = await newOwner(page, busker, 'forgetful');
  await page
    .getByRole('button', { name: /Account menu/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The previous form has a field of the same name.
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(`If ${email} has an account`).waitFor();
  const link = await mailedLink(page, busker, email);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('a better one');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.getByRole('heading', { name: 'Your new password is saved' }).waitFor();

  await test.step('the link works once', async () => {
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('This link was already used');
  });
  await page.goto(`${busker.app}/sign-in?next=%2Faccount`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a better one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
});
