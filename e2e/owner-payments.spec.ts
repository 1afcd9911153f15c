import type { APIRequestContext, Page } from '@playwright/test';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';
import { signIn } from './steps';

/** An owner with a confirmed address. The emulator's admin API confirms it; another test covers the mails. */
async function newOwner(request: APIRequestContext, busker: Addresses) {
  const owner = { email: `ines-${Date.now()}@example.com`, password: 'correct horse battery' };
  const accounts = `${busker.auth}/identitytoolkit.googleapis.com/v1`;
  const made = await request.post(`${accounts}/accounts:signUp?key=local`, {
    data: { ...owner, returnSecureToken: true },
  });
  const { localId } = (await made.json()) as { localId: string };
  const verified = await request.post(`${accounts}/projects/demo-busker/accounts:update`, {
    headers: { Authorization: 'Bearer owner' },
    data: { localId, emailVerified: true },
  });
  expect(verified.ok()).toBe(true);
  return owner;
}

async function toPayments(page: Page) {
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
}

// Holds dash-078.
test('a new owner connects payments: Stripe needs more first, then tips can be taken', async ({
  page,
  request,
  busker,
}) => {
  await signIn(page, busker, await newOwner(request, busker));
  await toPayments(page);

  await test.step('she chooses a country and continues at Stripe', async () => {
    await page.getByLabel('Country', { exact: true }).selectOption('DE');
    await page.getByRole('button', { name: 'Continue at Stripe' }).click();
    await page.getByRole('button', { name: 'Needs more information' }).click();
  });
  await test.step('back in the dashboard she reads what is missing', async () => {
    await page.waitForURL(`${busker.app}/payments`);
    await expect(page.getByText('Stripe needs more information', { exact: true })).toBeVisible();
    await expect(page.getByText('A photo of an identity document')).toBeVisible();
  });
  await test.step('she completes it, and can take tips', async () => {
    await page.getByRole('button', { name: 'Answer at Stripe' }).click();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL(`${busker.app}/payments`);
    await expect(page.getByText('Ready for tips')).toBeVisible();
    await expect(page.getByText('Euro (EUR)').last()).toBeVisible();
  });
  await test.step('she registers a site for wallets', async () => {
    await page.getByLabel('Domain').fill('ines.example');
    await page.getByRole('button', { name: 'Register domain' }).click();
    await expect(page.getByRole('list', { name: 'Registered domains' })).toContainText('ines.example');
  });
  await test.step('her amounts are still there after a reload', async () => {
    await page.getByLabel('Largest tip').fill('40');
    await expect(page.getByText('All edits saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Largest tip')).toHaveValue('40.00');
  });
});
