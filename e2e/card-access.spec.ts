import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { enTip } from '../widget/messages/en-tip';
import { en } from '../widget/messages/en';
import { expect, test } from './fixtures';
import { ada, cards, openTipSheet } from './steps';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeWindow {
  readonly axe: {
    run: (
      where: unknown,
      how: unknown,
    ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // What is still moving has colours that nobody reads.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    const { violations } = await (window as unknown as AxeWindow).axe.run('busker-card', {
      iframes: false,
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`nothing stands in the way of assistive technology, in ${colorScheme}, card and open sheet`, async ({
    page,
    busker,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${busker.examples}/plain-html/`);
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    expect(await faults(page)).toEqual([]);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await expect(page.frameLocator('busker-card iframe').getByLabel('Card number')).toBeVisible();
    await sheet.getByText(enTip.privacy).click();
    expect(await faults(page)).toEqual([]);
  });

/** Presses Tab until the focus is on what has this name, as someone without a pointer does. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const label =
        element && 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : '';
      return element?.getAttribute('aria-label') ?? (label || element?.textContent) ?? '';
    });
    if (focused.includes(name)) return;
  }
  throw new Error(`No press of Tab led to ${name}`);
}

test('a whole tip by keyboard alone; the focus comes back to where it was', async ({ page, busker }) => {
  await page.goto(`${busker.examples}/plain-html/`);
  await page.getByRole('button', { name: en.sendTip }).waitFor();
  const form = page.frameLocator('busker-card iframe');
  const { keyboard } = page;

  await tabTo(page, en.sendTip);
  await keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
  await expect(sheet.getByRole('heading', { name: enTip.title(ada.name) })).toBeFocused();

  await tabTo(page, '$3.00');
  await keyboard.press('ArrowRight');
  await expect(sheet.getByRole('radio', { name: '$5.00' })).toBeChecked();
  await expect(form.getByLabel('Card number')).toBeVisible();

  await test.step('into the card form, through it and out again', async () => {
    const number = form.getByLabel('Card number');
    for (let presses = 0; presses < 12; presses += 1) {
      if (await number.evaluate((field) => field === document.activeElement)) break;
      await keyboard.press('Tab');
    }
    await expect(number).toBeFocused();
    await keyboard.type(cards.good);
    await keyboard.press('Tab');
    await keyboard.type('1234');
    await keyboard.press('Tab');
    await keyboard.type('123');
  });
  await form.getByLabel('ZIP code').focus();
  await keyboard.type('10001');
  await tabTo(page, enTip.message);
  await keyboard.type('Without a mouse');

  await tabTo(page, 'Pay $5.00');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeFocused();
  await tabTo(page, enTip.done);
  await keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: en.sendTip })).toBeFocused();
});

test('Escape closes the sheet and gives the focus back; Tab never leaves an open one', async ({
  page,
  busker,
}) => {
  await page.goto(`${busker.examples}/strict-csp/`);
  const sheet = await openTipSheet(page, ada.name);
  await expect(sheet.getByRole('heading', { name: enTip.title(ada.name) })).toBeFocused();
  for (let presses = 0; presses < 14; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('busker-card');
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: en.sendTip })).toBeFocused();
});

test('Pay leads to the field that keeps it from paying, even in the closed panel', async ({
  page,
  busker,
}) => {
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const panel = sheet.getByText(enTip.privacy);
  await panel.click();
  const email = sheet.getByRole('textbox', { name: enTip.receiptEmail });
  await email.fill('mo at example');
  await panel.click();
  await expect(email).toBeHidden();
  const pay = sheet.getByRole('button', { name: enTip.pay('$5.00') });
  await expect(pay).toHaveAttribute('aria-disabled', 'false');
  await pay.click();
  await expect(email).toBeFocused();
  await expect(sheet.getByRole('alert')).toHaveText(enTip.notAnEmail);
  await email.fill('mo@example.com');
  await sheet.getByRole('textbox', { name: enTip.message }).fill('x'.repeat(600));
  await pay.click();
  await expect(sheet.getByRole('textbox', { name: enTip.message })).toBeFocused();
});
