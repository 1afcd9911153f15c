import { expect, test } from './fixtures';
import { ada, signIn } from './steps';

test('the books are dark letters on white paper, also when the dashboard is dark', async ({
  page,
  busker,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, busker, ada);
  await page.goto(`${busker.app}/books`);
  const title = page.getByRole('heading', { name: 'Books', level: 1 });
  await expect(title).toHaveCSS('color', /rgb\(2\d\d, 2\d\d, 2\d\d\)/);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
});
