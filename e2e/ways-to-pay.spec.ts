import type { Page } from '@playwright/test';
import { accountHas, atStripe, cardForm, cards, openScreen, openTipSheet, signIn, typeCard } from './steps';
import { brokenRules } from './broken-rules';
import { enTip } from './card-texts';
import { expect, test, ownOwner } from './fixtures';
import { listenForSuccess, oneSuccess, successes, paidTips, thanks } from './truth';

test.describe('in the card', () => {
  // Her account has more ways to pay here than elsewhere.
  const ada = ownOwner({ name: 'Ada Lind' });
  // They change what the one account has.
  test.describe.configure({ mode: 'serial' });

  /** Fills the sheet of the plain example page, and chooses Amazon Pay. */
  async function chooseAmazonPay(page: Page) {
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Kim');
    await cardForm(page).getByRole('radio', { name: 'Amazon Pay' }).check();
    return sheet;
  }

  const fiveDollars = oneSuccess(500, 'usd');

  // Holds pay-223.
  test('a fan pays at a bank’s page and comes back: the sheet is open with the amount, the receipt and the undo', async ({
    page,
  }) => {
    await atStripe(ada, 'accounts/way', { type: 'amazon_pay', status: 'active' });
    const sheet = await chooseAmazonPay(page);
    expect(await brokenRules(page)).toEqual([]);
    await listenForSuccess(page);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
    await page.getByRole('button', { name: 'Authorize' }).click();

    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText('$5.00');
    await expect(page.getByRole('button', { name: /Undo/ })).toBeVisible();
    expect(await successes(page)).toEqual(fiveDollars);
  });

  // Holds pay-224.
  test('who fails at the bank finds the form with what was typed, and pays the same tip by card', async ({
    page,
  }) => {
    await listenForSuccess(page);
    const sheet = await chooseAmazonPay(page);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
    await page.getByRole('button', { name: 'Fail' }).click();
    const again = page.getByRole('dialog', { name: enTip.title(ada.name) });
    await expect(again.getByRole('textbox', { name: enTip.yourName })).toHaveValue('Kim');
    await expect(again.getByRole('radio', { name: '$5.00' })).toBeChecked();
    await typeCard(page, cards.good);
    await again.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    expect(await successes(page)).toEqual(fiveDollars);
  });

  // Holds pay-231.
  test('a way that the owner switches off meanwhile is named as such, and the same tip is paid by card', async ({
    page,
    complaints,
  }) => {
    complaints.expected(/400 \(Bad Request\)/);
    await listenForSuccess(page);
    const sheet = await chooseAmazonPay(page);
    await atStripe(ada, 'accounts/way', { type: 'amazon_pay', status: 'inactive' });
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(sheet.getByRole('alert').first()).toContainText(enTip.decline['way-unavailable']);
    await cardForm(page).getByRole('radio', { name: 'Card' }).check();
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    expect(await successes(page)).toEqual(fiveDollars);
    await atStripe(ada, 'accounts/way', { type: 'amazon_pay', status: 'active' });
  });

  /** The payment of this amount whose bank has not answered yet. */
  async function waitingAtTheBank(page: Page, amount: number): Promise<string> {
    const answer = await page.request.post(`${ada.addresses.stripe}/__sandbox/overview`, { data: {} });
    const { payments } = (await answer.json()) as {
      payments: { id: string; account: string; amount: number; status: string }[];
    };
    const own = payments.filter(({ account }) => account === ada.account);
    return own.find((payment) => payment.amount === amount && payment.status === 'processing')?.id ?? '';
  }

  // Holds pay-225.
  test('a payment that takes days is on its way without thanks; once the bank pays, the fan is thanked and the tip is told once', async ({
    page,
  }) => {
    const sheet = await chooseAmazonPay(page);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
    await listenForSuccess(page);
    await page.getByRole('button', { name: 'Answer in three days' }).click();
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toHaveCount(0);
    expect(await successes(page)).toEqual([]);
    expect(await brokenRules(page)).toEqual([]);

    const data = { paymentIntent: await waitingAtTheBank(page, 500), answer: 'pays' };
    const settled = await page.request.post(`${ada.addresses.stripe}/__sandbox/payments/settle`, { data });
    expect(settled.ok()).toBe(true);
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    expect(await successes(page)).toEqual(fiveDollars);
  });

  // Holds pay-226.
  test('a wallet’s button is above the card form and pays with one press there and one in the wallet; a refusal says why', async ({
    page,
    complaints,
  }) => {
    complaints.expected(/402 \(Payment Required\)/);
    await atStripe(ada, 'accounts/wallets', { wallets: ['applePay', 'googlePay'] });
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    const button = page.getByRole('button', { name: 'Google Pay' });
    await expect(button).toBeVisible();
    const frame = page.locator('busker-card > [slot=busker-pay] iframe');
    const [above, below] = [await button.boundingBox(), await frame.boundingBox()];
    expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);

    await button.click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(sheet.getByRole('alert').first()).toBeVisible();
    await expect(page.getByRole('dialog', { name: /Google Pay/ })).toHaveCount(0);

    await button.click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  });

  // Holds pay-226.
  test('from the wallet’s button to the thanks are two presses, and the name and the message are in the receipt', async ({
    page,
  }) => {
    await atStripe(ada, 'accounts/wallets', { wallets: ['applePay'] });
    await listenForSuccess(page);
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('6.21');
    await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Kim');
    await sheet.getByRole('textbox', { name: enTip.message }).fill('From the wallet');
    await page.getByRole('button', { name: 'Tip with Apple Pay' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    expect(await successes(page)).toEqual(oneSuccess(621, 'usd'));
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: enTip.receipt }).click();
    const receipt = await opening;
    await expect(receipt.getByRole('main')).toContainText('Paid withApple Pay');
    await expect(receipt.getByLabel('Your name')).toHaveValue('Kim');
    await expect(receipt.getByRole('textbox', { name: 'Message' })).toHaveValue('From the wallet');
  });

  // Holds pay-358.
  test('while the server is slow the wallet closes and another press on it opens nothing: one tip, paid once', async ({
    page,
  }) => {
    await atStripe(ada, 'accounts/wallets', { wallets: ['googlePay'] });
    await listenForSuccess(page);
    let asked = 0;
    let answer = () => {};
    const isSlow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/v1\/tips(?:\?|$)/, async (route) => {
      asked += 1;
      await isSlow;
      await route.continue();
    });
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('6.22');
    const button = page.getByRole('button', { name: 'Google Pay' });
    const wallet = page.getByRole('dialog', { name: /Google Pay/ });
    await button.click();
    await wallet.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(wallet).toHaveCount(0);
    await expect(sheet.getByRole('button', { name: 'Pay $6.22' })).toBeDisabled();
    await button.click();
    await expect(wallet).toHaveCount(0);
    answer();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await expect(wallet).toHaveCount(0);
    expect(asked).toBe(1);
    expect(await paidTips(page, ada.addresses, 622, ada.account)).toBe(1);
    expect(await successes(page)).toEqual(oneSuccess(622, 'usd'));
  });

  // Holds pay-227.
  test('a fan who leaves a wallet is back in the form; without a wallet there is no room for one', async ({
    page,
  }) => {
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await page.getByRole('button', { name: 'Google Pay' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(sheet.getByRole('button', { name: 'Pay $5.00' })).toBeEnabled();

    await atStripe(ada, 'accounts/wallets', { wallets: [] });
    await page.reload();
    const plain = await openTipSheet(page, ada.name);
    await plain.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await cardForm(page).getByLabel('Card number').waitFor();
    await expect(plain.locator('.express')).toBeHidden();
  });
});

test.describe('Link and Amazon Pay', () => {
  // Browsers have Link and Amazon Pay for her account, as they have nowhere else.
  const ada = ownOwner({ name: 'Ada Lind' }, (owner) =>
    atStripe(owner, 'accounts/way', { type: 'amazon_pay', status: 'active' }),
  );
  // They change what the one account has.
  test.describe.configure({ mode: 'serial' });

  // Holds pay-385.
  test('a fan pays by Link with two presses, the form does not offer it again, and the receipt and the owner’s tip say Link', async ({
    page,
    browser,
  }) => {
    await atStripe(ada, 'accounts/wallets', { wallets: ['link', 'amazonPay'] });
    await listenForSuccess(page);
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('6.31');
    await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Lin');
    const row = page.locator('busker-card > [slot=busker-express]');
    await expect(row.getByRole('button')).toHaveText(['Pay with Link', 'Pay with Amazon Pay']);
    await expect(cardForm(page).getByRole('radio', { name: 'Amazon Pay' })).toBeAttached();
    await expect(cardForm(page).getByRole('radio', { name: 'Link' })).toHaveCount(0);

    await row.getByRole('button', { name: 'Pay with Link' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(thanks(page)).toBeVisible();
    expect(await successes(page)).toEqual(oneSuccess(631, 'usd'));
    expect(await paidTips(page, ada.addresses, 631, ada.account)).toBe(1);
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: enTip.receipt }).click();
    await expect((await opening).getByRole('main')).toContainText('Paid withLink');

    const owner = await (await browser.newContext()).newPage();
    await signIn(owner, ada.addresses, ada);
    await openScreen(owner, 'Money');
    await owner.getByRole('list', { name: 'List of tips' }).getByRole('link', { name: 'Lin' }).click();
    const details = owner.getByRole('dialog', { name: 'Tip', exact: true });
    await expect(details.locator('dl').filter({ hasText: 'Paid with' })).toContainText('Paid withLink');
    await owner.context().close();
  });

  // Holds pay-386.
  test('a fan who pays by Amazon Pay from the row leaves the page and comes back to the thanks, and who fails there to the form', async ({
    page,
  }) => {
    await listenForSuccess(page);
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('6.32');
    const button = page.getByRole('button', { name: 'Pay with Amazon Pay' });
    await button.click();
    await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
    await page.getByRole('button', { name: 'Fail' }).click();
    const again = page.getByRole('dialog', { name: enTip.title(ada.name) });
    await expect(again.getByRole('textbox', { name: enTip.otherAmount })).toHaveValue('6.32');

    await button.click();
    await page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await expect(thanks(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText('$6.32');
    expect(await successes(page)).toEqual(oneSuccess(632, 'usd'));
    expect(await paidTips(page, ada.addresses, 632, ada.account)).toBe(1);
  });
});

test.describe('in an app and by a code', () => {
  // Her account takes crowns here, and dollars elsewhere.
  const ada = ownOwner({ name: 'Ada Lind' });
  // They change what the one account has.
  test.describe.configure({ mode: 'serial' });

  /** Fills the sheet of the plain example page; the Pay button. */
  async function choose(page: Page, way: string, amount: string) {
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
    await cardForm(page).getByRole('radio', { name: way }).check();
    return sheet.getByRole('button', { name: /^Pay / });
  }

  // Holds pay-233.
  test('on a wide screen a fan pays with Swish by keyboard, through a code above the sheet; who closes it can try again', async ({
    page,
  }) => {
    await accountHas(ada, 'sek', ['swish']);
    await listenForSuccess(page);
    const pay = await choose(page, 'Swish', '75');
    await pay.focus();
    await page.keyboard.press('Enter');
    const code = page.frameLocator('iframe[title="Pay with Swish"]');
    await expect(code.getByRole('button', { name: 'Authorize' })).toBeFocused();
    await expect(code.getByRole('img', { name: 'Code to scan' })).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.locator('iframe[title="Pay with Swish"]')).toHaveCount(0);
    await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
    expect(await successes(page)).toEqual([]);

    await pay.focus();
    await page.keyboard.press('Enter');
    await expect(code.getByRole('button', { name: 'Authorize' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText(/SEK\s75\.00/);
    expect(await successes(page)).toEqual(oneSuccess(7500, 'sek'));
  });

  // Holds pay-233.
  test('on a narrow screen a fan goes to the page of Swish and comes back to an open sheet', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await listenForSuccess(page);
    await (await choose(page, 'Swish', '85')).click();
    await page.getByRole('heading', { name: 'Pay with Swish' }).waitFor();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText(/SEK\s85\.00/);
    expect(await successes(page)).toEqual(oneSuccess(8500, 'sek'));
  });

  for (const [name, type, currency, amount, shown] of [
    ['TWINT', 'twint', 'chf', '12', /CHF\s12\.00/],
    ['UPI', 'upi', 'inr', '120', '₹120.00'],
    ['Pix', 'pix', 'brl', '30', 'R$30.00'],
    ['MB WAY', 'mb_way', 'eur', '9.25', '€9.25'],
  ] as const)
    // Holds pay-233, pay-238.
    test(`on a wide screen a fan pays with ${name} by keyboard without leaving the page, and the tip is told once`, async ({
      page,
    }) => {
      await accountHas(ada, currency, [type]);
      await listenForSuccess(page);
      const pay = await choose(page, name, amount);
      await pay.focus();
      await page.keyboard.press('Enter');
      const above = page.frameLocator(`iframe[title="Pay with ${name}"]`);
      await expect(above.getByRole('button', { name: 'Authorize' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
      await expect(page.getByRole('dialog')).toContainText(shown);
      expect(await successes(page)).toEqual(oneSuccess(Number(amount) * 100, currency));
    });

  // Holds pay-234.
  test('the receipt of a Cash App tip says under which name it is on the statement', async ({ page }) => {
    await accountHas(ada, 'usd', ['cashapp']);
    await (await choose(page, 'Cash App Pay', '7.25')).click();
    const code = page.frameLocator('iframe[title="Pay with Cash App Pay"]');
    await code.getByRole('button', { name: 'Authorize' }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    const receipt = page.getByRole('link', { name: enTip.receipt });
    await page.goto((await receipt.getAttribute('href')) ?? '');
    await expect(page.getByRole('main')).toContainText('On your statementCashApp*…');
  });
});

test.describe('on Stripe’s page', () => {
  // Her account takes zloty here, and dollars elsewhere.
  const ada = ownOwner({ name: 'Ada Lind' }, (owner) => accountHas(owner, 'pln', ['blik', 'p24']));
  // In order, because the last one changes what the account has.
  test.describe.configure({ mode: 'default' });

  /** Opens Stripe's page for a tip in a tab of its own, and gives it the fan's address. */
  async function openHostedPage(page: Page): Promise<Page> {
    await page.goto(ada.site);
    await page.locator('busker-card').evaluate((card) => card.setAttribute('pay', 'hosted'));
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('20');
    const opening = page.waitForEvent('popup');
    await sheet.getByRole('button', { name: /^Pay / }).click();
    const tab = await opening;
    await tab.getByLabel('Email').fill('fan@example.com');
    return tab;
  }

  // Holds pay-235.
  test('on Stripe’s page a fan pays with BLIK by keyboard: code, confirmation in the app, thanks', async ({
    page,
  }) => {
    const tab = await openHostedPage(page);
    await tab.getByRole('radio', { name: 'BLIK' }).focus();
    await tab.keyboard.press('Space');
    await expect(tab.getByLabel('Card number')).toBeHidden();
    await expect(tab.getByText('You go to the page of')).toBeHidden();
    await tab.getByLabel('BLIK code').fill('12');
    await tab.keyboard.press('Enter');
    await expect(tab.getByRole('alert').filter({ hasText: 'six digits' })).toBeVisible();
    await expect(tab.getByLabel('BLIK code')).toBeFocused();
    expect(await brokenRules(tab)).toEqual([]);
    await tab.getByLabel('BLIK code').fill('123456');
    await tab.keyboard.press('Enter');
    const bank = tab.frameLocator('iframe[title="Pay with BLIK"]');
    await expect(bank.getByRole('heading', { name: 'Pay with BLIK' })).toBeVisible();
    await expect(bank.getByRole('button', { name: 'Authorize' })).toBeFocused();
    await tab.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  });

  // Holds pay-235.
  test('who fails at the bank is back on Stripe’s page with the reason, and pays there another way', async ({
    page,
  }) => {
    const tab = await openHostedPage(page);
    await tab.getByRole('radio', { name: 'Przelewy24' }).check();
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await tab.getByRole('heading', { name: 'Pay with Przelewy24' }).waitFor();
    await tab.getByRole('button', { name: 'Fail' }).click();
    await expect(tab.getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible();
    await tab.getByLabel('Email').fill('fan@example.com');
    await tab.getByRole('radio', { name: 'Przelewy24' }).check();
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await tab.getByRole('heading', { name: 'Pay with Przelewy24' }).waitFor();
    await tab.getByRole('button', { name: 'Authorize' }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  });

  // Holds pay-361.
  test('an account with no way for the card’s form: the sheet says why, and the fan pays with BLIK on Stripe’s page', async ({
    page,
    complaints,
  }) => {
    complaints.expected(/400 \(Bad Request\)/);
    await atStripe(ada, 'accounts/way', { type: 'p24', status: 'inactive' });
    for (const type of ['card', 'link'])
      await atStripe(ada, 'accounts/preference', { type, preference: 'off' });
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('20');
    await expect(sheet).toContainText(enTip.whyElsewhere['no-method']);
    expect(await brokenRules(page)).toEqual([]);
    const opening = page.waitForEvent('popup');
    await sheet.getByRole('button', { name: /^Pay / }).click();
    const tab = await opening;
    await tab.getByLabel('Email').fill('fan@example.com');
    await expect(tab.getByLabel('Card number')).toBeHidden();
    await tab.getByLabel('BLIK code').fill('123456');
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    const bank = tab.frameLocator('iframe[title="Pay with BLIK"]');
    await bank.getByRole('button', { name: 'Authorize' }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  });
});

test.describe('many ways', () => {
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
});

test.describe('the total in a wallet', () => {
  // Her account has a wallet, and she changes what fans may cover.
  const ada = ownOwner({ name: 'Ada Lind' }, (owner) =>
    atStripe(owner, 'accounts/wallets', { wallets: ['googlePay'] }),
  );
  // In order, because the last one changes Ada's profile.
  test.describe.configure({ mode: 'default' });

  const walletOf = (page: Page) => page.getByRole('dialog', { name: /Google Pay/ });
  const agree = (page: Page) => walletOf(page).getByRole('button', { name: 'Pay', exact: true }).click();
  const costsBox = (page: Page) => page.getByRole('checkbox', { name: /keeps about/ });

  /** Opens the wallet for this tip, in dollars, with the costs on top; the total in it. */
  async function openWallet(page: Page, amount: string): Promise<string> {
    await listenForSuccess(page);
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
    await costsBox(page).check();
    const pay = sheet.getByRole('button', { name: /^Pay \$/ });
    await expect(pay).not.toHaveText(enTip.pay(`$${amount}`));
    const total = ((await pay.textContent()) ?? '').replace('Pay ', '');
    await page.getByRole('button', { name: 'Google Pay' }).click();
    await expect(walletOf(page)).toContainText(total);
    return total;
  }

  const minorUnits = (total: string): number => Math.round(Number(total.replace('$', '')) * 100);

  /** What the wallet says before it closes. It is there for a second, and a busy machine may not look in time. */
  const saidByWallet = (page: Page): Promise<string> =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          for (const { shadowRoot } of document.body.children)
            for (const status of shadowRoot?.querySelectorAll('dialog [role=status]') ?? [])
              new MutationObserver(() => resolve(status.textContent)).observe(status, { childList: true });
        }),
    );

  // Holds pay-328.
  test('a total that is changed while the wallet is open is not charged: the wallet’s is', async ({
    page,
  }) => {
    const total = await openWallet(page, '6.31');
    // The wallet covers the page and the sheet's fields are disabled, so a fan cannot press them. A script of the page can.
    await costsBox(page).evaluate((box) => box.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    await agree(page);
    await expect(thanks(page)).toBeVisible();
    expect(await successes(page)).toEqual(oneSuccess(minorUnits(total), 'usd'));
    expect(await paidTips(page, ada.addresses, minorUnits(total), ada.account)).toBe(1);
    expect(await paidTips(page, ada.addresses, 631, ada.account)).toBe(0);
  });

  // Holds pay-328.
  test('when the owner stops to let fans cover the costs while a wallet is open, nothing is charged; the next press shows and pays the new total', async ({
    page,
    browser,
    complaints,
  }) => {
    complaints.expected(/409 \(Conflict\)/);
    const owner = await browser.newPage();
    await signIn(owner, ada.addresses, ada);
    await owner.goto(`${ada.addresses.app}/settings/payments`);
    const covering = owner.getByRole('switch', { name: 'Let fans cover the costs' });
    await expect(covering).toBeChecked();
    const total = await openWallet(page, '6.32');

    await covering.click({ force: true });
    await owner.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(owner.getByText('Everything is published')).toBeVisible();
    await owner.close();

    const said = saidByWallet(page);
    await agree(page);
    expect(await said).toBe(enTip.totalChanged);
    await expect(walletOf(page)).toHaveCount(0);
    const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
    await expect(sheet.getByRole('alert').first()).toHaveText(enTip.totalChanged);
    await expect(sheet.getByRole('button', { name: enTip.pay('$6.32') })).toBeEnabled();
    expect(await successes(page)).toEqual([]);
    expect(await paidTips(page, ada.addresses, minorUnits(total), ada.account)).toBe(0);

    await page.getByRole('button', { name: 'Google Pay' }).click();
    await expect(walletOf(page)).toContainText('$6.32');
    await agree(page);
    await expect(thanks(page)).toBeVisible();
    expect(await successes(page)).toEqual(oneSuccess(632, 'usd'));
    expect(await paidTips(page, ada.addresses, 632, ada.account)).toBe(1);
    expect(await paidTips(page, ada.addresses, minorUnits(total), ada.account)).toBe(0);
  });
});
