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

/** The page reads its stored session only when the test says so, as on a slow machine. `asked`: it has begun to. */
interface HeldPage {
  heldReads: { hold: boolean; asked: boolean; release: () => void };
}

// Holds dash-242.
test('a sign-out holds, although another tab changes the account in the same moment', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/documents:commit/);
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const reads = { hold: false, asked: false, release: () => held.splice(0).forEach((answer) => answer()) };
    (window as unknown as HeldPage).heldReads = reads;
    const get = Reflect.get(IDBObjectStore.prototype, 'get') as (
      this: IDBObjectStore,
      query: IDBValidKey,
    ) => IDBRequest;
    IDBObjectStore.prototype.get = function (query: IDBValidKey) {
      const request = get.call(this, query);
      if (!reads.hold || this.transaction.db.name !== 'firebaseLocalStorageDb') return request;
      reads.asked = true;
      let answer: (() => void) | undefined;
      request.addEventListener('success', (event) => {
        if (answer) return;
        event.stopImmediatePropagation();
        answer = () => request.dispatchEvent(new Event('success'));
        held.push(answer);
      });
      return request;
    };
  });
  const email = `two-tabs-${Date.now()}@example.com`;
  await page.goto(`${busker.app}/create-account`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('busker-demo');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  await expect(page.getByText('All edits saved').first()).toBeVisible();
  const link = await mailedLink(page, busker, email);
  await page.evaluate(() => void ((window as unknown as HeldPage).heldReads.hold = true));
  const mail = await page.context().newPage();
  await mail.goto(link);
  await mail.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
  await expect.poll(() => page.evaluate(() => (window as unknown as HeldPage).heldReads.asked)).toBe(true);
  await page
    .getByRole('button', { name: /Account menu/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const forgotten = page.getByRole('link', { name: 'Forgot your password?' });
  await forgotten.waitFor();
  await page.evaluate(() => (window as unknown as HeldPage).heldReads.release());
  // The other tab follows the sign-out, and would follow a sign-in.
  await mail.goto(`${busker.app}/settings/account`);
  await mail.getByRole('link', { name: 'Forgot your password?' }).waitFor();
  await expect(forgotten).toBeVisible();
  await page.reload();
  await forgotten.waitFor();
});
