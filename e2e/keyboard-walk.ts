import type { Page } from '@playwright/test';
import { expect } from './fixtures';

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
