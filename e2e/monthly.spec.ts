import type { Page } from '@playwright/test';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { commitmentWords } from '@busker/core/monthly/monthly-words';
import { brokenRules } from './broken-rules';
import { expect, test, offersMonthly, ownOwner } from './fixtures';
import { payAtStripe, receiptLink, openTipSheet, signIn } from './steps';

test.describe('fans', () => {
  // No other test's owner offers monthly tips.
  const ada = ownOwner({ name: 'Ada Lind', draft: offersMonthly });

  // Holds pay-269, pay-284, pay-285, pay-288, pay-318.
  test('at 360 px by keyboard alone a fan begins a monthly tip, stops and keeps it, changes it, stops and withdraws by address', async ({
    page,
    complaints,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await test.step('the form without script asks how often, and shows the words before anything is made', async () => {
      await page.goto(`${ada.addresses.app}/@${ada.handle}/tip?lang=en`);
      await page.getByRole('radio', { name: '$5.00' }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('radio', { name: 'Once' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked();
      expect(await brokenRules(page)).toEqual([]);
      await page.getByRole('button', { name: 'Go to payment' }).focus();
      await page.keyboard.press('Enter');
      const agree = page.getByRole('button', { name: 'Continue: $5.00 every month' });
      await expect(agree).toBeVisible();
      await expect(page.getByText('$5.00 today, then $5.00 every month')).toBeVisible();
      expect(await brokenRules(page)).toEqual([]);
      await agree.focus();
      await page.keyboard.press('Enter');
    });
    await test.step('Stripe’s page has the words and takes the card', async () => {
      await expect(page.getByText('every month on the')).toBeVisible();
      await payAtStripe(page);
      await expect(page.getByRole('heading', { name: `$5.00 to ${ada.name} every month` })).toBeVisible();
      await expect(page.getByText('Next charge:')).toBeVisible();
    });
    const link = await receiptLink(page);
    await test.step('the receipt stops, keeps and changes it', async () => {
      const stop = page.getByRole('button', { name: 'Stop this monthly tip' });
      await stop.waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await stop.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Stop now' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Stopped. Nothing more will be charged.')).toBeVisible();
      expect(await brokenRules(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Keep it after all' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(stop).toBeVisible();
      await page.getByRole('button', { name: 'Change the amount' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('New amount (USD)')).toBeFocused();
      await page.keyboard.type('8.25');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: `$8.25 to ${ada.name} every month` })).toBeVisible();
      expect(await brokenRules(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(360);
    });
    await test.step('without the link, the address stops it', async () => {
      await page.goto(`${ada.addresses.app}/@${ada.handle}/monthly`);
      expect(await brokenRules(page)).toEqual([]);
      await page.locator('#email').fill('zoe@example.com');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
      await page.goto(ada.addresses.app + link);
      await expect(page.getByText('Stopped. Nothing more will be charged.')).toBeVisible();
    });
    await test.step('and with the digits of the card it is withdrawn from, on a page to print', async () => {
      await page.goto(`${ada.addresses.app}/@${ada.handle}/monthly?lang=en`);
      await page.locator('#withdraw summary').focus();
      await page.keyboard.press('Enter');
      await page.locator('#withdraw-email').fill('zoe@example.com');
      const digits = page.getByLabel('Last four digits of your card');
      // The refused form.
      complaints.expected(/\/monthly.* 422/);
      await digits.fill('424');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Please type the last four digits of your card.')).toBeVisible();
      await expect(page.locator('#withdraw-email')).toHaveValue('zoe@example.com');
      expect(await brokenRules(page)).toEqual([]);
      await digits.fill('4242');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Withdrawal received' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Print or save this page' })).toBeVisible();
      expect(await brokenRules(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(360);
      await page.goto(ada.addresses.app + link);
      await expect(page.getByText('You have withdrawn.')).toBeVisible();
    });
  });

  // Holds pay-298.
  test('in the card a fan chooses every month by keyboard at 360 px, reads what that means and pays in another tab', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    const once = sheet.getByRole('radio', { name: 'Once' });
    await expect(once).toBeChecked();
    await once.focus();
    await page.keyboard.press('ArrowRight');
    await expect(sheet.getByRole('radio', { name: 'Every month' })).toBeChecked();
    await sheet.getByRole('radio', { name: '$5.00' }).focus();
    await page.keyboard.press('Space');
    await expect(sheet.getByText('$5.00 today, then $5.00 every month on the')).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    const go = sheet.getByRole('button', { name: 'Continue: $5.00 every month' });
    await go.focus();
    const [stripe] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await payAtStripe(stripe);
    await expect(sheet.getByText(`${ada.name} gets $5.00 every month. Next charge:`)).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    const [receipt] = await Promise.all([
      page.waitForEvent('popup'),
      sheet.getByRole('link', { name: 'How to stop' }).click(),
    ]);
    await expect(receipt.getByRole('button', { name: 'Stop this monthly tip' })).toBeVisible();
  });

  // Holds pay-298.
  test('at 320 px the words of a monthly tip stand above the button in every language, and nothing is cut off', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    const said = new Set<string>();
    for (const language of shippedLanguages)
      await test.step(language, async () => {
        await page.goto(ada.site);
        const card = page.locator('busker-card').first();
        await card.evaluate((element, locale) => element.setAttribute('locale', locale), language);
        await card.locator('.tip').first().click();
        const sheet = card.getByRole('dialog');
        await expect(sheet.locator('.presets')).toHaveCount(2);
        await sheet.locator('.presets').first().getByRole('radio').nth(1).check();
        await sheet.locator('.presets').nth(1).getByRole('radio').nth(1).check();
        const words = sheet.locator('.pay-bar strong');
        await expect(words).toContainText(/5[.,]00/);
        const button = sheet.locator('.pay');
        await expect(button).toBeInViewport({ ratio: 1 });
        const bottom = await words.evaluate((element) => element.getBoundingClientRect().bottom);
        const top = await button.evaluate((element) => element.getBoundingClientRect().top);
        expect(bottom).toBeLessThanOrEqual(top);
        expect(await sheet.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
        said.add(await words.innerText());
      });
    expect(said.size).toBe(shippedLanguages.length);
  });

  // Holds pay-298.
  test('with little room the words of a monthly tip scroll with the form, and every field can be reached', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(ada.site);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: 'Every year' }).check();
    await sheet.getByRole('radio', { name: '$60.00' }).check();
    for (const part of [
      sheet.getByLabel('Message (optional)'),
      sheet.getByRole('button', { name: 'Continue: $60.00 every year' }),
    ]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  });

  // A day apart: wherever the clock stands, at least one of them has another date than UTC.
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    test.describe(timezoneId, () => {
      test.use({ timezoneId });

      // Holds pay-307.
      test('the sheet and the receipt name the same day of the next charge, that of UTC', async ({
        page,
      }) => {
        const wordsNow = () =>
          commitmentWords(
            { amount: 500, currency: 'usd', every: 'month', owner: ada.name, at: Date.now() },
            'en',
          );
        // Midnight may pass while the sheet opens.
        const possible = [wordsNow()];
        await page.goto(ada.site);
        const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
        expect(zone).toBe(timezoneId);
        const sheet = await openTipSheet(page, ada.name);
        await sheet.getByRole('radio', { name: 'Every month' }).check({ force: true });
        await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
        const words = sheet.locator('.pay-bar');
        await expect(words).toContainText('Next charge:');
        const said = await words.innerText();
        possible.push(wordsNow());
        expect(possible.some(({ terms, next }) => said.includes(`${terms} ${next}`)) || said).toBe(true);
        const [stripe] = await Promise.all([
          page.waitForEvent('popup'),
          sheet.getByRole('button', { name: 'Continue: $5.00 every month' }).click(),
        ]);
        await payAtStripe(stripe);
        await expect(sheet.getByText('Next charge:')).toBeVisible();
        possible.push(wordsNow());
        const days = possible.map(({ next }) => next);
        const [receipt] = await Promise.all([
          page.waitForEvent('popup'),
          sheet.getByRole('link', { name: 'How to stop' }).click(),
        ]);
        const sentence = receipt.locator('#monthly-sentence');
        await expect(sentence).toContainText('(UTC)');
        expect(days).toContain(await sentence.innerText());
      });
    });
});

test.describe('the offer', () => {
  // No other test's owner offers yearly tips.
  const ada = ownOwner({ name: 'Ada Lind' });

  // Holds dash-145.
  test('what an owner switches on and publishes is what the card asks', async ({ page, browser }) => {
    const fan = await browser.newPage();
    await fan.goto(ada.site);
    const before = await openTipSheet(fan, ada.name);
    await expect(before.getByRole('radio', { name: '$5.00' })).toBeVisible();
    await expect(before.getByRole('radio', { name: 'Once' })).toHaveCount(0);

    await signIn(page, ada.addresses, ada);
    await page.goto(`${ada.addresses.app}/page/amounts`);
    await page.getByRole('switch', { name: 'Let fans give regularly' }).click({ force: true });
    await page.getByRole('radio', { name: 'Every year', exact: true }).check();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Published. Your card is up to date everywhere.')).toBeVisible();

    await fan.reload();
    const after = await openTipSheet(fan, ada.name);
    await expect(after.getByRole('radio', { name: 'Once' })).toBeChecked();
    await expect(after.getByRole('radio', { name: 'Every year' })).toBeVisible();
    await expect(after.getByRole('radio', { name: 'Every month' })).toHaveCount(0);
    await fan.close();
  });
});

test.describe('supporters', () => {
  // No other test's owner has supporters.
  const ada = ownOwner({ name: 'Ada Lind', draft: offersMonthly });

  /** A fan begins a monthly tip on the page without script. Answers the address of the fan's own page for it. */
  async function give(page: Page, amount: string): Promise<string> {
    await page.goto(`${ada.addresses.app}/@${ada.handle}/tip?lang=en`);
    await page.getByRole('radio', { name: 'Every month' }).check();
    await page.getByRole('radio', { name: amount }).check();
    await page.getByRole('button', { name: 'Go to payment' }).click();
    await page.getByRole('button', { name: `Continue: ${amount} every month` }).click();
    await page.getByText('every month on the').waitFor();
    await payAtStripe(page);
    await page.getByRole('heading', { name: `${amount} to ${ada.name} every month` }).waitFor();
    return receiptLink(page);
  }

  // Holds dash-147, dash-148, dash-149.
  test('at 360 px by keyboard alone an owner sees who gives every month, stops one at once, and then all', async ({
    page,
    browser,
  }) => {
    const fan = await browser.newPage();
    const first = await give(fan, '$5.00');
    const second = await give(fan, '$3.00');
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, ada.addresses, ada);
    await page.goto(`${ada.addresses.app}/money/tips`);
    await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Monthly fans' }).focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'List of monthly fans' });
    await expect(list.getByText('$5.00 a month')).toBeVisible();
    await expect(page.getByText('$8.00')).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

    await test.step('one is ended now, at Stripe and on the fan’s page too', async () => {
      await list.getByRole('listitem').filter({ hasText: '$5.00' }).getByRole('link').focus();
      await page.keyboard.press('Enter');
      const stop = page
        .getByRole('dialog', { name: 'Monthly fan' })
        .getByRole('button', { name: 'Stop this tip' });
      await expect(page.getByText('Visa •••• 4242')).toBeVisible();
      expect(await brokenRules(page)).toEqual([]);
      await stop.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Stop this tip?' });
      await dialog.getByRole('radio', { name: 'At the end of the paid period' }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(dialog.getByRole('radio', { name: 'Now' })).toBeChecked();
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(list.getByRole('listitem').filter({ hasText: '$5.00' })).toContainText('Ended');
      await fan.goto(ada.addresses.app + first);
      await expect(fan.getByRole('button', { name: 'Stop this monthly tip' })).toHaveCount(0);
      await expect(page.getByText('This month: 2 began, 1 ended.')).toBeVisible();
    });

    await test.step('the others are stopped after the handle was typed', async () => {
      await page.locator('summary', { hasText: 'Stop all' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel(`Type ${ada.handle} to confirm`).focus();
      await page.keyboard.type(ada.handle);
      await page.keyboard.press('Enter');
      await expect(page.getByText('1 tip is being stopped.')).toBeVisible();
      // The server asks Stripe within minutes.
      await expect(list.getByRole('listitem').filter({ hasText: '$3.00' })).toContainText('is being stopped');
      await fan.goto(ada.addresses.app + second);
      expect(await brokenRules(page)).toEqual([]);
    });
    await fan.close();
  });
});
