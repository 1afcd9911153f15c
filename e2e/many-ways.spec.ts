import type { Page } from '@playwright/test';
import { enTip } from './card-texts';
import { accountHas, atStripe } from './at-stripe';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { ownOwner } from './own-owner';
import { cardForm, openTipSheet } from './steps';

// Her account has euros, wallets and every way to pay.
const ada = ownOwner({ name: 'Ada Lind' });

const types = ['mobilepay', 'mb_way', 'amazon_pay', 'revolut_pay', 'wero'];
const names = [
  'Card',
  'iDEAL',
  'Wero',
  'Bancontact',
  'EPS',
  'Przelewy24',
  'MobilePay',
  'MB WAY',
  'Amazon Pay',
  'Revolut Pay',
];

/** How much wider than its place the content is, in each part of the sheet that scrolls. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const card = document.querySelector('busker-card');
    return [...(card?.shadowRoot?.querySelectorAll('dialog, dialog *') ?? [])]
      .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowX))
      .map((part) => part.scrollWidth - part.clientWidth)
      .filter((more) => more > 0);
  });

/** Where the focus is: the wallets' row, the card form, or else a part of the sheet. */
const focusedPlace = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.closest('[slot]')?.getAttribute('slot') ?? focused?.localName ?? '';
  });

// Holds pay-237.
test('ten ways and the wallets fit at 320 px with text twice as large; by keyboard the wallets come before the form', async ({
  page,
}) => {
  await atStripe(ada, 'accounts/wallets', { wallets: ['applePay', 'googlePay'] });
  await accountHas(ada, 'eur', types);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(ada.site);
  // The reader's own font size: the embed sizes its text relative to `medium`.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('5');
  for (const name of names) await expect(cardForm(page).getByRole('radio', { name })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Google Pay' })).toBeVisible();
  expect(await sideways(page)).toEqual([]);
  expect(await brokenRules(page)).toEqual([]);

  const places: string[] = [];
  for (let pressed = 0; pressed < 25 && places.at(-1) !== 'busker-pay'; pressed += 1) {
    await page.keyboard.press('Tab');
    places.push(await focusedPlace(page));
  }
  expect(places.indexOf('busker-express')).toBeGreaterThanOrEqual(0);
  expect(places.at(-1)).toBe('busker-pay');
});
