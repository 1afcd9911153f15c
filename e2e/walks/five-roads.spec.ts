import type { Page } from '@playwright/test';
import { defaultTipSettings } from '@busker/core/profile/draft';
import { enTip } from '../card-texts';
import { expect, offersMonthly, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { cards, openTipSheet, payAtStripe, signIn, typeCard } from '../steps';
import { tagOf } from '../tenant';

const note = 'You keep the cello in strings.';

/** What a fan sees on the receipt: each visible part by its id, and the names of the rows. */
async function partsOf(receipt: Page): Promise<{ parts: string[]; rows: string[] }> {
  await expect(receipt.locator('#thanks')).toHaveText(note);
  await expect(receipt.locator('#words')).toBeVisible();
  await expect(receipt.locator('#copy-button')).toBeVisible();
  const parts = receipt.locator(
    '#heading, #thanks, #watch-button, #copy-button, #undo-button, #monthly, #rows, #ask, #profile, #words :is(input:not([type=hidden]), textarea, button)',
  );
  return {
    parts: await parts.evaluateAll((all) =>
      all.filter((part) => part.checkVisibility()).map((part) => part.id || part.textContent.trim()),
    ),
    rows: await receipt.locator('#rows dt').allTextContents(),
  };
}

// Holds pay-950.
test('who pays in the sheet, by the form, by a code on a phone, every month or from a stream’s screen reads the same receipt', async ({
  page,
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant({
    name: 'Nina Sol',
    draft: { tips: { ...defaultTipSettings, ...offersMonthly.tips, thanks: note } },
  });
  const form = `${busker.app}/@${owner.handle}/tip`;

  /** A fan of their own on the tip form, and their receipt. */
  const byForm = async (query: string, width: number, name: string) => {
    const context = await browser.newContext({ viewport: { width, height: 740 }, locale: 'en-US' });
    const fan = await context.newPage();
    await fan.goto(form + query);
    await fan.getByRole('radio', { name: '$5.00' }).check();
    await fan.getByLabel('Your name (optional)').fill(name);
    await fan.getByRole('button', { name: 'Go to payment' }).click();
    await fan.waitForURL(`${busker.stripe}/**`);
    await payAtStripe(fan);
    await fan.waitForURL(`${busker.app}/t/**`);
    const seen = await partsOf(fan);
    await context.close();
    return seen;
  };

  const bySheet = await test.step('in the sheet', async () => {
    await openHostPage(page, busker, { body: tagOf(owner, busker) });
    const sheet = await openTipSheet(page, owner.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await page.getByRole('heading', { name: enTip.thankYou }).waitFor();
    const [receipt] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: enTip.receipt }).click(),
    ]);
    return partsOf(receipt);
  });
  expect(bySheet.parts.join(' ')).toBe(
    'heading thanks watch-button copy-button rows undo-button ask profile name message private hide anonymous Save erase-button',
  );

  await test.step('by the form', async () => {
    expect(await byForm('', 1280, 'Kim')).toEqual(bySheet);
  });
  await test.step('by a code on a phone', async () => {
    expect(await byForm('?amount=500&cur=usd&at=bar-2', 360, 'Zosia')).toEqual(bySheet);
  });

  await test.step('by the code of a stream’s screen, which shows the tip', async () => {
    const desk = await (await browser.newContext()).newPage();
    await signIn(desk, busker, owner);
    await desk.goto(`${busker.app}/share/stream`);
    await desk.getByRole('button', { name: 'Make the address' }).click();
    await desk.getByRole('button', { name: 'Show the address' }).click();
    const address = await desk.getByRole('textbox', { name: 'Secret address' }).inputValue();
    const screen = await (await browser.newContext()).newPage();
    await screen.goto(address.replace('/o#', '/o?view=screen#'));
    await screen.getByRole('img', { name: 'Scan to send a tip' }).waitFor();
    expect(await byForm('?at=screen', 360, 'Noor')).toEqual(bySheet);
    await expect(screen.locator('.busker-screen-thanks')).toContainText('Noor sent $5.00');
    await screen.context().close();
    await desk.context().close();
  });

  await test.step('every month, which has its own way back instead of the undo', async () => {
    const context = await browser.newContext({ locale: 'en-US' });
    const fan = await context.newPage();
    await fan.goto(form);
    await fan.getByRole('radio', { name: 'Every month' }).check();
    await fan.getByRole('radio', { name: '$5.00' }).check();
    await fan.getByRole('button', { name: 'Go to payment' }).click();
    await fan.getByRole('button', { name: 'Continue: $5.00 every month' }).click();
    await fan.getByText('every month on the').waitFor();
    await payAtStripe(fan);
    await fan.getByRole('button', { name: 'Stop this monthly tip' }).waitFor();
    const { parts, rows } = await partsOf(fan);
    expect(parts.filter((part) => part !== 'monthly')).toEqual(
      bySheet.parts.filter((part) => part !== 'undo-button'),
    );
    expect(rows).toEqual(expect.arrayContaining(bySheet.rows));
    await context.close();
  });
});
