import type { APIRequestContext, Page } from '@playwright/test';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';
import { fillOwner } from './filled-owner';

/** An owner with a confirmed address, three tips and nothing published. */
async function newOwner(request: APIRequestContext, busker: Addresses) {
  const owner = { email: `keys-${Date.now()}@example.com`, password: 'busker-demo' };
  const accounts = `${busker.auth}/identitytoolkit.googleapis.com/v1`;
  const made = await request.post(`${accounts}/accounts:signUp?key=local`, { data: owner });
  const { localId } = (await made.json()) as { localId: string };
  await request.post(`${accounts}/projects/demo-busker/accounts:update`, {
    headers: { authorization: 'Bearer owner' },
    data: { localId, emailVerified: true },
  });
  await fillOwner(busker, 3, owner);
  return owner;
}

interface Focus {
  readonly name: string;
  readonly seen: boolean;
}

/** Where the keyboard is: what it is called, and whether somebody who looks can tell. */
const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', seen: false };
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    const area = element instanceof HTMLTextAreaElement ? element.labels[0]?.textContent : null;
    const name = element.getAttribute('aria-label') ?? label ?? area ?? element.textContent ?? '';
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    const { width, height, bottom, top } = element.getBoundingClientRect();
    const inSight = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
    return { name: name.trim(), seen: inSight && (outlineStyle !== 'none' || boxShadow !== 'none') };
  });

/** Presses Tab until the focus is on what has this name, and looks whether it can be seen there. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    passed.push(focus.name.slice(0, 30));
    if (!focus.name.startsWith(name)) continue;
    await expect.poll(async () => (await focusOf(page)).seen, { message: `the focus on ${name}` }).toBe(true);
    return;
  }
  throw new Error(`No press of Tab led to ${name}, but to ${passed.join(', ')}`);
}

test('an owner does everything by keyboard alone, and always sees where he is', async ({
  page,
  busker,
  request,
  complaints,
}) => {
  test.setTimeout(180_000);
  complaints.expected(/documents:commit|status of 40/);
  const owner = await newOwner(request, busker);
  const { keyboard } = page;

  await test.step('he signs in', async () => {
    await page.goto(`${busker.app}/sign-in`);
    await expect(page).toHaveTitle('Sign in · Busker');
    await tabTo(page, 'Email');
    await keyboard.type(owner.email);
    await tabTo(page, 'Password');
    await keyboard.type(owner.password);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await expect(page).toHaveTitle('Profile · Busker');
  });

  await test.step('the first stop leads past the menu', async () => {
    await tabTo(page, 'Skip to content');
    await keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
  });

  await test.step('he writes handle and name, and pastes two links', async () => {
    await tabTo(page, 'Handle');
    await keyboard.type(`keys_${Date.now()}`);
    await tabTo(page, 'Name');
    await keyboard.type('Kay Board');
    await tabTo(page, 'Paste a link');
    await keyboard.type('https://instagram.com/kay');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit Instagram' }).waitFor();
    await expect(page.getByRole('textbox', { name: 'Paste a link' })).toBeFocused();
    await keyboard.type('https://www.youtube.com/@kay');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit YouTube' }).waitFor();
  });

  await test.step('he puts the second link first', async () => {
    const links = page.getByRole('list', { name: 'Links' }).getByRole('listitem');
    await expect(links.first()).toContainText('Instagram');
    await tabTo(page, 'Reorder YouTube');
    await keyboard.press('Space');
    await page.getByText(/Picked up YouTube/).waitFor({ state: 'attached' });
    await keyboard.press('ArrowUp');
    await page.getByText(/YouTube is over number 1/).waitFor({ state: 'attached' });
    await keyboard.press('Space');
    await expect(links.first()).toContainText('YouTube');
    await expect(page.getByRole('button', { name: 'Reorder YouTube' })).toBeFocused();
  });

  await test.step('he publishes, and is not thrown back to the start', async () => {
    await tabTo(page, 'Publish');
    await keyboard.press('Enter');
    await page.getByText(/You are live at/).waitFor();
    await expect.poll(async () => (await focusOf(page)).name).toBe('Everything is published');
  });

  await test.step('he reads a tip and comes back to its row', async () => {
    await keyboard.press('g');
    await keyboard.press('t');
    await page.getByRole('heading', { name: 'Tips', level: 1 }).waitFor();
    await expect(page).toHaveTitle('Tips · Busker');
    await expect(page.locator('main')).toBeFocused();
    await page.getByRole('list', { name: 'List of tips' }).waitFor();
    await tabTo(page, 'Linh');
    await keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'Tip', exact: true });
    await details.getByText('What happened').waitFor();
    await expect.poll(() => details.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect.poll(async () => (await focusOf(page)).name).toMatch(/^Linh/);
  });

  await test.step('he signs out from the palette', async () => {
    await keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'What do you want to do?' })).toBeFocused();
    await keyboard.type('sign out');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await expect(page).toHaveTitle('Sign in · Busker');
  });
});
