import type { APIRequestContext } from '@playwright/test';
import type { Addresses } from './backend';
import { brokenRules } from './broken-rules';
import { fillOwner } from './filled-owner';
import { expect, test } from './fixtures';
import { focusOf, tabTo } from './keyboard-walk';
import { ada, signIn } from './steps';

test.describe('by keyboard', () => {
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

  // Holds dash-054, dash-103.
  test('an owner does everything by keyboard, and the focus is always visible', async ({
    page,
    busker,
    request,
    complaints,
  }) => {
    complaints.expected(/documents:commit|status of 40/);
    const owner = await newOwner(request, busker);
    const { keyboard } = page;

    await test.step('they sign in', async () => {
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

    await test.step('the first Tab stop skips the menu', async () => {
      await tabTo(page, 'Skip to content');
      await keyboard.press('Enter');
      await expect(page.locator('main')).toBeFocused();
    });

    await test.step('they type handle and name, and paste two links', async () => {
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

    await test.step('they move the second link to the top', async () => {
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

    await test.step('they publish, and the focus does not return to the start of the page', async () => {
      await tabTo(page, 'Publish');
      await keyboard.press('Enter');
      await page.getByText(/You are live at/).waitFor();
      await expect.poll(async () => (await focusOf(page)).name).toBe('Everything is published');
    });

    await test.step('they open a tip and return to its row', async () => {
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
      await expect
        .poll(() => details.evaluate((dialog) => dialog.contains(document.activeElement)))
        .toBe(true);
      await keyboard.press('Escape');
      await expect(details).toHaveCount(0);
      await expect.poll(async () => (await focusOf(page)).name).toMatch(/^Linh/);
    });

    await test.step('they find a tip in the palette by its fan, and all tips in the list', async () => {
      const palette = page.getByRole('combobox', { name: 'What do you want to do?' });
      const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
      await keyboard.press('Control+k');
      await expect(palette).toBeFocused();
      await keyboard.type('linh');
      await expect(chosen).toContainText('Linh');
      await keyboard.press('Enter');
      const details = page.getByRole('dialog', { name: 'Tip', exact: true });
      await details.getByText('What happened').waitFor();
      await keyboard.press('Escape');
      await expect(details).toHaveCount(0);
      await keyboard.press('Control+k');
      await expect(palette).toBeFocused();
      await keyboard.type('rain');
      await expect(chosen).toContainText('For the piece in the rain');
      await keyboard.press('ArrowDown');
      await expect(chosen).toContainText('Search all tips');
      await keyboard.press('Enter');
      await expect(page).toHaveURL(/\/tips\?q=rain$/);
      await expect(page.getByText('1 tip found')).toBeVisible();
    });

    await test.step('they build a tag with host and src', async () => {
      await page.locator('main').focus();
      await keyboard.press('g');
      await keyboard.press('e');
      await page.getByRole('heading', { name: 'Embed', level: 1 }).waitFor();
      const code = page.getByRole('textbox', { name: 'Embed code' });
      await tabTo(page, 'Include the server address');
      await keyboard.press('Space');
      await expect(code).toHaveValue(new RegExp(`host="${busker.app}"`));
      await tabTo(page, 'Profile from a file');
      await keyboard.type('https://kay.example/busker.json');
      await expect(code).toHaveValue(/src="https:\/\/kay\.example\/busker\.json"/);
      await page.locator('main').focus();
    });

    await test.step('they sign out from the palette', async () => {
      await keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'What do you want to do?' })).toBeFocused();
      await keyboard.type('sign out');
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Sign in to Busker' }).waitFor();
      await expect(page).toHaveTitle('Sign in · Busker');
    });
  });

  test('on a phone, the menu at the foot and the tabs lead on by keyboard', async ({ page, busker }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, busker, ada);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect.poll(async () => ((await menu.boundingBox())?.y ?? 0) > 660).toBe(true);
    await tabTo(page, 'Share');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Embed', level: 1 }).waitFor();
    await tabTo(page, 'Gig kit');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Gig kit', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Embed', level: 1 }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
  });
});

test.describe('commands', () => {
  // Holds dash-098.
  test('Ada uses every command of the palette, and shortcuts do not act while she types', async ({
    page,
    context,
    busker,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, busker, ada);
    const field = page.getByRole('combobox', { name: 'What do you want to do?' });
    const choose = async (typed: string) => {
      await page.keyboard.press('Control+k');
      await expect(field).toBeFocused();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(field).toHaveCount(0);
    };

    await test.step('she opens a screen, and a section of one', async () => {
      await choose('insights');
      await expect(page.getByRole('heading', { name: 'Insights', level: 1 })).toBeVisible();
      await choose('google pay');
      await expect(page).toHaveURL(/\/settings\/sites#wallets$/);
      await expect(page.locator('#wallets h2')).toBeFocused();
    });

    await test.step('she copies the tag', async () => {
      await choose('copy the embed code');
      await expect(page.getByText('Embed code copied')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
        '<busker-card profile="ada"',
      );
    });

    await test.step('she opens the public page in a new tab', async () => {
      const opened = context.waitForEvent('page');
      await choose('public page');
      await expect(await opened).toHaveURL(`${busker.app}/@ada`);
      await (await opened).close();
    });

    await test.step("she switches to dark, and back to the system's theme", async () => {
      await choose('appearance dark');
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await choose('appearance system');
    });

    await test.step('Escape returns the focus', async () => {
      const button = page.getByRole('button', { name: 'Search and commands' }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(field).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
    });

    await test.step('letters are shortcuts, but are typed in a field', async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
      await page.getByRole('textbox', { name: 'Paste a link' }).pressSequentially('g t ?');
      await expect(page.getByRole('textbox', { name: 'Paste a link' })).toHaveValue('g t ?');
      await expect(page).toHaveURL(/\/page\/profile$/);
      await page.getByRole('heading', { name: 'Profile', level: 1 }).click();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('she signs out', async () => {
      await choose('sign out');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    });
  });
});
