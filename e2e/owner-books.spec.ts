import { expect, test } from './fixtures';
import { signIn, tipFrom } from './steps';

test('on paper there is the statement alone, in dark letters on white, also when the dashboard is dark', async ({
  page,
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  await tipFrom(browser, busker, owner, 'Kim');
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, busker, owner);
  await page.goto(`${busker.app}/books`);
  const title = page.getByRole('heading', { name: 'Books', level: 1 });
  await expect(title).toHaveCSS('color', /rgb\(2\d\d, 2\d\d, 2\d\d\)/);
  await expect(page.getByRole('table', { name: 'By month' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const statement = page.getByRole('heading', { name: /^Statement of tips for 20\d\d$/ });
  await expect(statement).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(title).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByText('See payouts')).toBeHidden();
});
