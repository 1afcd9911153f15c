import { expect, test } from '../fixtures';
import { ada, cards } from '../steps';

// Holds web-011, tag-002.
test('without script the links work', async ({ browser, page, busker, complaints }) => {
  complaints.expected(/Content Security Policy/);
  const names = ['Instagram', 'YouTube', 'TikTok', 'X', 'Sheet music', 'Tip Ada'];
  await test.step('on a site that blocks scripts', async () => {
    await page.goto(`${busker.examples}/no-js/`);
    await expect(page.locator('busker-card').getByRole('link')).toHaveText(names);
  });
  await test.step('in a browser with JavaScript switched off', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const quiet = await context.newPage();
    await quiet.goto(`${busker.examples}/plain-html/`);
    await expect(quiet.locator('busker-card').getByRole('link')).toHaveText(names);
    await quiet.getByRole('link', { name: 'Tip Ada' }).click();
    await expect(quiet.getByRole('heading', { name: ada.name })).toBeVisible();
    await context.close();
  });
});

// Holds web-011, pay-460, pay-462.
test('without script the public page has links, form, payment and thanks', async ({
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${busker.app}/@${owner.handle}`);
  await expect(page.getByRole('heading', { level: 1, name: owner.name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My site' })).toHaveAttribute(
    'href',
    'https://tenant.example/',
  );

  await page.getByRole('link', { name: 'Send a tip' }).click();
  await expect(page.getByRole('radio', { name: '$5.00' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Another amount/ })).toBeHidden();
  await page.getByRole('radio', { name: 'Another amount' }).check();
  await page.getByRole('textbox', { name: /^Another amount/ }).fill('10');
  await page.getByLabel('Your name (optional)').fill('Mo without script');
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.waitForURL(`${busker.stripe}/**`);
  const payment = page.url();

  // Stripe's page needs scripts, the local one too.
  const paying = await browser.newPage();
  await paying.goto(payment);
  await test.step('a fan who leaves unpaid reads so, and finds the way back', async () => {
    await paying.getByRole('link', { name: 'Back' }).click();
    await expect(paying.getByRole('heading', { name: 'Not paid yet' })).toBeVisible();
    await paying.getByRole('link', { name: 'Back to the payment page' }).click();
    await paying.waitForURL(payment);
  });
  await paying.getByLabel('Email').fill('mo@example.com');
  await paying.getByLabel('Card number').fill(cards.good);
  await paying.getByLabel('Expiration date').fill('12 / 34');
  await paying.getByLabel('Security code').fill('123');
  await paying.getByRole('button', { name: /pay/i }).click();
  await paying.waitForURL(`${busker.app}/t/**`);
  await expect(paying.getByText('$10.00').first()).toBeVisible();
  await test.step('another browser sees the state alone, the one in which the tip began may change it', async () => {
    await expect(paying.getByText('In the browser in which you began it')).toBeVisible();
    await expect(paying.getByRole('button')).toHaveCount(0);
    await page.goto(paying.url());
    await expect(page.getByLabel('Your name (optional)')).toHaveValue('Mo without script');
    await page.getByLabel('Message (optional)').fill('No script, same thanks');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(page.getByLabel('Message (optional)')).toHaveValue('No script, same thanks');
    await page.getByRole('button', { name: 'Undo this tip' }).click();
    await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible();
  });
  await paying.close();
  await context.close();
});
