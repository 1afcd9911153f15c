import type { APIRequestContext, Page } from '@playwright/test';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';
import { tabTo } from './keyboard-walk';
import { signIn } from './steps';

const password = 'busker-demo';

async function newOwner(page: Page, busker: Addresses, name: string): Promise<string> {
  const email = `${name}-${Date.now()}@example.com`;
  await page.goto(`${busker.app}/create-account`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  return email;
}

interface Account {
  readonly localId: string;
  readonly iat: number;
}

/** The account of an address, and the time of its newest token in seconds. */
async function accountOf(request: APIRequestContext, busker: Addresses, email: string): Promise<Account> {
  const answer = await request.post(
    `${busker.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`,
    { data: { email, password } },
  );
  const { localId } = (await answer.json()) as { localId: string };
  return { localId, iat: Math.floor(Date.now() / 1000) };
}

/** Revokes every token made before now, as after a password change on another device. */
async function endSessions(request: APIRequestContext, busker: Addresses, account: Account): Promise<void> {
  // Tokens have whole seconds: a token of this second would stay valid.
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(account.iat);
  const answer = await request.post(
    `${busker.auth}/identitytoolkit.googleapis.com/v1/projects/demo-busker/accounts:update`,
    {
      headers: { authorization: 'Bearer owner' },
      data: { localId: account.localId, validSince: String(Math.floor(Date.now() / 1000)) },
    },
  );
  expect(answer.ok()).toBe(true);
}

// Holds dash-050.
test('a session that ends during an edit loses nothing', async ({
  page,
  context,
  busker,
  complaints,
  request,
}) => {
  // Offline, the SDK also requests a Google image to test the connection, which the page's policy blocks.
  complaints.expected(/status of 40|ERR_FAILED|Could not reach Cloud Firestore|documents:commit|cleardot/);
  const email = await newOwner(page, busker, 'expiring');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Exa Pira');
  await page.getByText('All edits saved').waitFor();
  const account = await accountOf(request, busker, email);

  await test.step('the store is unreachable, the owner types on, and the session ends', async () => {
    await context.route(`${busker.firestore}/**`, (route) => route.abort());
    await endSessions(request, busker, account);
    await name.fill('Exa Pira the Younger');
    await page.getByRole('textbox', { name: 'Bio' }).fill('Written to the end.');
    await page.getByRole('button', { name: 'I opened the link' }).click();
    await page.getByText(/your session has ended/).waitFor();
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fpage%2Fprofile$/);
  });

  await test.step('signed in again, every edit is there and is stored', async () => {
    await context.unroute(`${busker.firestore}/**`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(name).toHaveValue('Exa Pira the Younger');
    await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue('Written to the end.');
    await expect(page.getByText('All edits saved')).toBeVisible();
    const draft = await request.get(
      `${busker.firestore}/v1/projects/demo-busker/databases/(default)/documents/drafts/${account.localId}`,
      { headers: { authorization: 'Bearer owner' } },
    );
    expect(await draft.json()).toMatchObject({
      fields: {
        name: { stringValue: 'Exa Pira the Younger' },
        bio: { stringValue: 'Written to the end.' },
      },
    });
  });
});

// Holds dash-048.
test('two tabs edit the same field: the tab whose text was overwritten says so and restores it', async ({
  browser,
  page: first,
  busker,
  complaints,
}) => {
  complaints.expected(/documents:commit|status of 40/);
  const email = await newOwner(first, busker, 'twofold');
  const bio = 'The bio of the first tab.';
  await first.getByRole('textbox', { name: 'Bio' }).fill(bio);
  await first.getByText('All edits saved').waitFor();

  const elsewhere = await browser.newContext();
  const second = await elsewhere.newPage();
  await signIn(second, busker, { email, password });
  await expect(second.getByRole('textbox', { name: 'Bio' })).toHaveValue(bio);
  await second.getByRole('textbox', { name: 'Bio' }).fill('The bio of the second tab.');

  const notice = first.getByRole('region', { name: 'Bio was changed in another tab' });
  await expect(notice).toContainText(bio);
  await expect(notice).toContainText('The bio of the second tab.');
  await expect(first.getByRole('textbox', { name: 'Bio' })).toHaveValue('The bio of the second tab.');
  await notice.getByRole('button', { name: 'Restore mine' }).click();
  await expect(notice).toHaveCount(0);
  await expect(second.getByRole('textbox', { name: 'Bio' })).toHaveValue(bio);
  await expect(second.getByRole('region', { name: 'Bio was changed in another tab' })).toBeVisible();
  await elsewhere.close();
});

test('one tab removes a link that another tab edits: the other tab says so, drops it, and restores it by keyboard', async ({
  browser,
  page: first,
  context,
  busker,
  complaints,
}) => {
  // The console prints the refused write and the failed requests.
  complaints.expected(/documents:commit|status of 40|net::ERR|Could not reach|cleardot/);
  const email = await newOwner(first, busker, 'removed');
  const paste = first.getByRole('textbox', { name: 'Paste a link' });
  await paste.fill('https://instagram.com/removed');
  await paste.press('Enter');
  await first.getByRole('button', { name: 'Edit Instagram' }).waitFor();
  await first.getByText('All edits saved').waitFor();

  const elsewhere = await browser.newContext();
  const second = await elsewhere.newPage();
  await signIn(second, busker, { email, password });
  const more = second.getByRole('button', { name: 'More for Instagram' });
  await more.waitFor();

  await test.step('the first tab edits offline, and the second removes the link', async () => {
    await context.setOffline(true);
    await first.getByRole('button', { name: 'Edit Instagram' }).click();
    await first.getByRole('textbox', { name: 'Label' }).fill('My pictures');
    await first.getByText('Offline, will be sent').waitFor();
    await more.click();
    await second.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(more).toHaveCount(0);
    await expect(second.getByText('All edits saved')).toBeVisible();
  });

  const notice = first.getByRole('region', { name: /was removed in another tab$/ });
  await test.step('online again, the first tab says so and shows no incomplete link', async () => {
    await context.setOffline(false);
    await expect(notice).toBeVisible();
    await expect(first.getByRole('button', { name: /^Edit / })).toHaveCount(0);
    await expect(second.getByRole('button', { name: /^More for / })).toHaveCount(0);
  });

  await test.step('the keyboard restores it with its edits, in both tabs', async () => {
    await first.locator('main').focus();
    await tabTo(first, 'Restore');
    await first.keyboard.press('Enter');
    await expect(notice).toHaveCount(0);
    await expect(first.getByRole('button', { name: 'Edit My pictures' })).toBeVisible();
    await expect(second.getByRole('button', { name: 'More for My pictures' })).toBeVisible();
    await expect(first.getByText('All edits saved')).toBeVisible();
  });
  await elsewhere.close();
});
