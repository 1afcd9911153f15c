import { expect, test } from './fixtures';
import { ada, signIn } from './steps';

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
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<busker-card profile="ada"');
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
