import type { Locator, Page, Request } from '@playwright/test';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';
import { ada, signIn, tipOnPlainPage } from './steps';

/** Opens the newest mailed link of an address in a new tab. A letter about tips may be newer: the server writes those at its own times. */
async function openMailedLink(page: Page, busker: Addresses, to: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(`${busker.app}/__local/outbox`);
  const ofSignIn = tab.locator(`li[data-to="${to}"]`).filter({ hasNot: tab.locator('.letter') });
  const link = ofSignIn.first().getByRole('link');
  await tab.goto((await link.getAttribute('href')) ?? '');
  return tab;
}

interface Claims {
  readonly auth_time: number;
}
function claimsOf(token: string): Claims {
  const [, claims = ''] = token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
}

/** The sign-in time in a request's token, in seconds. */
function signedInAt(request: Request): number {
  return claimsOf((request.headers()['authorization'] ?? '').replace('Bearer ', '')).auth_time;
}

/** Changes this tab's new tokens so that its sign-in seems an hour old. Resolves to the real sign-in time (seconds) after the first token. */
async function signedInAnHourAgo(page: Page): Promise<() => number> {
  let first = 0;
  await page.route(/\/v1\/token\?/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Record<string, string>;
    const token = answer['id_token'] ?? '';
    const claims = claimsOf(token);
    first ||= claims.auth_time;
    if (claims.auth_time > first) return route.fulfill({ response });
    const old = Buffer.from(JSON.stringify({ ...claims, auth_time: first - 3600 })).toString('base64url');
    // Tokens of the local service are not signed.
    const aged = token.replace(/\.[^.]*/, `.${old}`);
    return route.fulfill({ response, json: { ...answer, id_token: aged, access_token: aged } });
  });
  return () => first;
}

/** Answers one request as the server does after a sign-in older than ten minutes. Later requests reach the server. */
async function refuseOnce(page: Page, path: RegExp): Promise<Request[]> {
  const asked: Request[] = [];
  await page.route(path, async (route) => {
    asked.push(route.request());
    if (asked.length > 1) return route.continue();
    return route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ title: 'Sign in again', status: 401, code: 'recent-sign-in-required' }),
    });
  });
  return asked;
}

const confirmation = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm that it is you' });

/** Confirms by mail: the link opens in another tab, and this tab continues its action. `before`: the time of the last sign-in, in seconds. */
async function confirmInAnotherTab(
  page: Page,
  busker: Addresses,
  email: string,
  before: number,
  dialog = confirmation(page),
) {
  // Tokens have whole seconds: two sign-ins in the same second would look the same.
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(before);
  await dialog.getByRole('button', { name: 'Email me a link instead' }).click();
  await expect(dialog.getByText(`We sent a link to ${email}`)).toBeVisible();
  const tab = await openMailedLink(page, busker, email);
  await expect(tab).toHaveURL(page.url());
  await dialog.getByRole('button', { name: 'I opened the link' }).click();
  return tab;
}

/** The same, after the server required the confirmation. */
async function confirmByMail(
  page: Page,
  busker: Addresses,
  email: string,
  asked: readonly Request[],
  dialog = confirmation(page),
) {
  // The server's refusal asks the question, so the request comes first.
  await dialog.getByText('Your last sign-in was a while ago').waitFor();
  const [before] = asked;
  if (!before) throw new Error('Nothing was asked of the server yet.');
  const tab = await confirmInAnotherTab(page, busker, email, signedInAt(before), dialog);
  await expect.poll(() => asked.length).toBe(2);
  const again = asked[1];
  if (!again) throw new Error('It was asked twice.');
  expect(signedInAt(again)).toBeGreaterThan(signedInAt(before));
  return tab;
}

/** A new owner, signed in by a mailed link, on the account screen. */
async function newOwnerByMail(page: Page, busker: Addresses): Promise<string> {
  const email = `mail-only-${Date.now()}@example.com`;
  await page.goto(`${busker.app}/sign-in?next=%2Faccount`);
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click();
  await page.getByRole('heading', { name: 'A link instead of a password' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(`We sent a sign-in link to ${email}`).waitFor();
  const first = await openMailedLink(page, busker, email);
  await first.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await first.close();
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  return email;
}

// Holds dash-025.
test('an owner without a password deletes the account after opening a mailed link in another tab', async ({
  page,
  busker,
  complaints,
}) => {
  // Both tabs of the new owner create the draft, and the second one fails. The console prints that, the refusal and the end of the session.
  complaints.expected(/documents:commit|status of 40/);
  const email = await newOwnerByMail(page, busker);
  const asked = await refuseOnce(page, /\/v1\/me\/delete$/);
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const tab = await confirmByMail(page, busker, email, asked);
  await expect(page.getByText(/Your account has been deleted/)).toBeVisible();
  await tab.close();
});

// Holds dash-023.
test('an owner without a password changes the email address after opening a mailed link in another tab', async ({
  page,
  busker,
  complaints,
}) => {
  // Both tabs create the draft, and a changed address ends every session.
  complaints.expected(/documents:commit|status of 40/);
  const email = await newOwnerByMail(page, busker);
  const next = email.replace('mail-only', 'moved');
  const signedInAt = await signedInAnHourAgo(page);
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  const tab = await confirmInAnotherTab(page, busker, email, signedInAt());
  await expect(page.getByText(`Open the link that we sent to ${next}`)).toBeVisible();
  await tab.close();
  const last = await openMailedLink(page, busker, next);
  await expect(last.getByRole('heading', { name: 'Your new email is confirmed' })).toBeVisible();
  await last.close();
});

test('a refund continues in its tab after the mailed link was opened in another tab', async ({
  page,
  browser,
  busker,
  complaints,
}) => {
  complaints.expected(/status of 401/);
  const name = `Fan ${Date.now() % 100_000}`;
  await test.step('a fan sends a tip', () => tipOnPlainPage(browser, busker, name));

  await signIn(page, busker, ada);
  await page.goto(`${busker.app}/money/tips?q=${encodeURIComponent(name)}`);
  await page.getByRole('list', { name: 'List of tips' }).getByRole('link', { name }).click();
  const asked = await refuseOnce(page, /\/v1\/me\/tips\/[^/]+\/refunds$/);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund this tip' });
  await refund.getByRole('button', { name: 'Refund $5.00' }).click();
  // The dialog of the refund asks, and no other lies over it.
  const tab = await confirmByMail(page, busker, ada.email, asked, refund);
  await expect(confirmation(page)).toHaveCount(0);
  await expect(refund.getByText('$5.00 is on its way back to the card.')).toBeVisible();
  await refund.getByRole('button', { name: 'Done' }).click();

  await test.step('the other tab shows the same tip with its refund', async () => {
    const details = tab.getByRole('dialog', { name: 'Tip', exact: true });
    await expect(details.getByText('You refunded $5.00')).toBeVisible();
  });
});
