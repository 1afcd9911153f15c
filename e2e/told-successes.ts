import type { Page } from '@playwright/test';
import { expect } from './fixtures';

interface Told {
  readonly told: unknown[];
}

/** Notes the successes that the card tells on every page that opens from now on. */
export const listenForSuccess = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const told: unknown[] = [];
    document.addEventListener('busker-tip-success', (event) => told.push((event as CustomEvent).detail));
    Object.assign(window, { told });
  });

/** The details of the successes that the card told on this page. */
export const successes = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => (window as unknown as Told).told);

/** One success of a single tip, of this amount in minor units. */
export const oneSuccess = (amount: number, currency: string): readonly unknown[] => [
  { tipId: expect.any(String) as unknown, amount, currency, every: 'once' },
];
