import type { Page } from '@playwright/test';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { tabTo } from './keyboard-walk';
import { ada, cards, openScreen, signIn } from './steps';

/** The address that the sheet's code leads to, as the owner reads it. */
const addressOfCode = async (page: Page): Promise<string> =>
  (await page.getByText('The code leads to this address:').locator('bdi').textContent()) ?? '';

/** How many pages the browser would print. */
async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

// Holds out-072.
test('by keyboard an owner prepares a sheet of cards with a place and an amount, and it prints on one page', async ({
  page,
  busker,
}) => {
  const { keyboard } = page;
  await signIn(page, busker, ada);
  await tabTo(page, 'Share');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Embed', level: 1 }).waitFor();
  await tabTo(page, 'Gig kit');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Gig kit', level: 1 }).waitFor();
  expect(await brokenRules(page)).toEqual([]);

  await tabTo(page, 'Sign');
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: 'Cards' })).toBeVisible();
  await tabTo(page, 'A line of your own');
  await keyboard.type('Thank you <b>for</b> listening');
  await tabTo(page, 'Place');
  await keyboard.press('Control+A');
  await keyboard.type('Bar 2');
  await tabTo(page, 'Amount in the code');
  await keyboard.type('$5');
  await expect.poll(() => addressOfCode(page)).toBe(`${busker.app}/@ada/tip?amount=500&cur=usd&at=bar-2`);
  await expect(page.getByRole('img', { name: 'Cards' })).toContainText('Thank you <b>for</b> listening');
  expect(await printedPages(page)).toBe(1);
  expect(await brokenRules(page)).toEqual([]);
});

// Holds out-073.
test('a fan scans a code: the phone speaks Polish, nothing is lost offline, two presses are one tip, and Insights has the place', async ({
  page,
  browser,
  busker,
}) => {
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'pl-PL' });
  const fan = await phone.newPage();
  await fan.goto(`${busker.app}/@ada/tip?amount=700&cur=usd&at=underpass`);
  await expect(fan.locator('html')).toHaveAttribute('lang', 'pl');
  const pay = fan.getByRole('button', { name: 'Przejdź do płatności' });
  await expect(fan.getByRole('radio', { name: /7,00/ })).toBeChecked();

  await test.step('offline the form stays, says so, and keeps the name', async () => {
    await fan.locator('#name').fill('Zosia');
    await phone.setOffline(true);
    await pay.click();
    await expect(fan.locator('#offline')).toBeVisible();
    await expect(fan.locator('#name')).toHaveValue('Zosia');
    expect(await brokenRules(fan)).toEqual([]);
    await phone.setOffline(false);
    await expect(fan.locator('#offline')).toBeHidden();
  });

  await test.step('two presses lead to one payment', async () => {
    await pay.dblclick();
    await fan.waitForURL(`${busker.stripe}/**`);
    await fan.locator('#email').fill('zosia@example.com');
    await fan.locator('iframe, form').first().waitFor();
    await fan.locator('input[autocomplete="cc-number"]').fill(cards.good);
    await fan.locator('input[autocomplete="cc-exp"]').fill('12 / 34');
    await fan.locator('input[autocomplete="cc-csc"]').fill('123');
    await fan.locator('#pay').click();
    await fan.waitForURL(`${busker.app}/t/**`);
  });
  await phone.close();

  await test.step('the owner has one tip, with its place', async () => {
    await signIn(page, busker, ada);
    await page.goto(`${busker.app}/money/tips?q=Zosia`);
    const tips = page.getByRole('list', { name: 'List of tips' }).getByRole('listitem');
    await expect(tips).toHaveCount(1);
    await expect(tips).toContainText('$7.00');
    await openScreen(page, 'Insights');
    await expect(page.getByRole('table', { name: 'Tips by placement' })).toContainText('underpass');
  });
});

// Holds out-074.
test('the tip form is painted in its style and in the colours of the owner while its other files are on their way', async ({
  page,
  busker,
}) => {
  const address = `${busker.app}/@ada/tip?amount=500&cur=usd`;
  const button = page.getByRole('button', { name: 'Go to payment' });
  const looks = () =>
    button.evaluate((element) => {
      const { backgroundColor, color, minHeight, borderRadius } = getComputedStyle(element);
      return { backgroundColor, color, minHeight, borderRadius, page: document.body.scrollHeight };
    });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const whole = await looks();
  expect(whole.minHeight).toBe('48px');

  const refusals: string[] = [];
  page.on('console', (message) => refusals.push(message.text()));
  // Neither answered nor refused: as on a slow network.
  await page.route('**/v1/assets/**', () => undefined);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(button).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  expect(await looks()).toEqual(whole);
  expect(refusals.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
});
