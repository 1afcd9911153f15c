import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { tipByKeyboard } from './keyboard-tip';
import { ada, openTipSheet } from './steps';

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
    // The check would measure the colours of a running animation.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    const { violations } = await (window as unknown as AxeWindow).axe.run('busker-card', {
      iframes: false,
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

for (const colorScheme of ['light', 'dark'] as const)
  // Holds tag-054.
  test(`axe finds no accessibility fault in the card and the open sheet, in ${colorScheme}`, async ({
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

// Holds tag-053.
test('a fan sends a whole tip by keyboard, and the focus returns to the tip button', async ({
  page,
  busker,
}) => {
  await page.goto(`${busker.examples}/plain-html/`);
  await tipByKeyboard(page);
});

test('Escape closes the sheet and returns the focus; Tab stays inside an open sheet', async ({
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

// Holds tag-055.
test('Pay focuses the invalid field, also when its panel is closed', async ({ page, busker }) => {
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
