import type { Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { ada, cards } from './steps';

interface Focus {
  readonly name: string;
  readonly seen: boolean;
}

/** The focused element: its name, and whether its focus is visible. */
export const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', seen: false };
    const hasLabels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement;
    const label = hasLabels ? element.labels?.[0]?.textContent : null;
    const name = element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
    // A switch, and a choice of a segmented control, draw their focus beside their own box.
    const drawnBeside = element.matches('[role="switch"], [type="radio"]');
    const drawn = drawnBeside ? (element.nextElementSibling ?? element) : element;
    const { outlineStyle, boxShadow } = getComputedStyle(drawn);
    const { width, height, bottom, top } = drawn.getBoundingClientRect();
    const inSight = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
    return { name: name.trim(), seen: inSight && (outlineStyle !== 'none' || boxShadow !== 'none') };
  });

/** Presses Tab until the element with this name has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    passed.push(focus.name.slice(0, 30));
    if (!focus.name.startsWith(name)) continue;
    await expect.poll(async () => (await focusOf(page)).seen, { message: `the focus on ${name}` }).toBe(true);
    return;
  }
  throw new Error(`No press of Tab led to ${name}, but to ${passed.join(', ')}`);
}

/** Presses Tab until the element with this name has the focus. */
async function keyboardTipTabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const label =
        element && 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : '';
      // Firefox also focuses scroll containers, whose text includes all of their content.
      const text = element?.matches('button, a, summary') ? element.textContent : '';
      return element?.getAttribute('aria-label') ?? (label || text) ?? '';
    });
    if (focused.includes(name)) return;
  }
  throw new Error(`No press of Tab led to ${name}`);
}

/** Tips five dollars from the card on this page without a pointer. In the end the focus is where it was. */
export async function tipByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: en.sendTip }).waitFor();
  const form = page.frameLocator('busker-card iframe');
  const { keyboard } = page;

  await keyboardTipTabTo(page, en.sendTip);
  await keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
  await expect(sheet.getByRole('heading', { name: enTip.title(ada.name) })).toBeFocused();

  await keyboardTipTabTo(page, '$3.00');
  await keyboard.press('ArrowRight');
  await expect(sheet.getByRole('radio', { name: '$5.00' })).toBeChecked();
  await expect(form.getByLabel('Card number')).toBeVisible();

  await test.step('Tab moves into the card form, through it and out', async () => {
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
  await keyboardTipTabTo(page, enTip.message);
  await keyboard.type('Without a mouse');

  await keyboardTipTabTo(page, 'Pay $5.00');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeFocused();
  await keyboardTipTabTo(page, enTip.done);
  await keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: en.sendTip })).toBeFocused();
}
