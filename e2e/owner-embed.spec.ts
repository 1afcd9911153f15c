import { expect, test } from './fixtures';
import { ada, openScreen, signIn } from './steps';

// Holds web-025, dash-091.
test('Ada builds a tag, downloads her QR code, and checks whether the tag is on her site', async ({
  page,
  busker,
}) => {
  await signIn(page, busker, ada);
  await openScreen(page, 'Share');
  await page.getByRole('heading', { name: 'Embed', level: 1 }).waitFor();
  const code = page.getByRole('textbox', { name: 'Embed code' });

  await test.step('a choice changes snippet and card at once', async () => {
    await page.getByLabel('Layout').selectOption('button');
    await page.getByLabel('Placement').fill('footer');
    await expect(code).toHaveValue(/<busker-card profile="ada" layout="button" placement="footer"/);
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('button', { name: 'Send a tip' })).toBeVisible();
    await expect(preview.getByRole('link', { name: 'Instagram' })).toHaveCount(0);
  });

  await test.step('she downloads the QR code', async () => {
    const drawn = page.getByRole('img', { name: /^QR code of/ });
    await expect
      .poll(() => drawn.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBeGreaterThan(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PNG' }).click();
    expect((await download).suggestedFilename()).toBe('busker-ada.png');
  });

  await test.step('the server checks her site', async () => {
    await page.getByLabel('Page', { exact: true }).fill(`${busker.examples}/plain-html/`);
    await page.getByRole('button', { name: 'Check my site' }).click();
    await expect(page.getByText('It is live', { exact: true })).toBeVisible();
    await page.getByLabel('Page', { exact: true }).fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Check my site' }).click();
    await expect(page.getByText('Our server does not open private or unusual addresses')).toBeVisible();
  });
});

// Holds tag-041, dash-077.
test('a view and a click on Ada’s card are counted within seconds', async ({ page, context, busker }) => {
  await signIn(page, busker, ada);
  await openScreen(page, 'Insights');
  await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
  const site = await context.newPage();
  await site.goto(`${busker.examples}/plain-html/`);
  await site.locator('busker-card').getByRole('link', { name: 'Instagram' }).first().waitFor();
  await site.close();
  const views = page.locator('dl').filter({ hasText: 'Tips per view' }).locator('dd').first();
  await expect(views).toHaveText(/^[1-9]/);
});
