import { expect, type Locator, type Page } from '@playwright/test';
import { enTip } from './card-texts';
import type { Addresses } from './backend';
import { ada, cards, openTipSheet, typeCard } from './steps';

interface Payment {
  readonly account: string;
  readonly amount: number;
  readonly status: string;
}

/**
 * The number of paid payments of this amount (minor units) at Stripe. Each test that counts uses its own amount.
 * @param account only those of this account
 */
export async function paidTips(
  page: Page,
  busker: Addresses,
  amount: number,
  account?: string,
): Promise<number> {
  const response = await page.request.post(`${busker.stripe}/__sandbox/overview`, { data: {} });
  const { payments } = (await response.json()) as { payments: readonly Payment[] };
  const isCounted = (payment: Payment) =>
    payment.amount === amount && (account === undefined || payment.account === account);
  return payments.filter((payment) => isCounted(payment) && payment.status === 'succeeded').length;
}

/** The sheet with this amount (major units) and card filled in; its Pay button. */
export async function readyToPay(
  page: Page,
  busker: Addresses,
  amount: string,
  card: string,
): Promise<Locator> {
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
  await typeCard(page, card);
  return sheet.getByRole('button', { name: enTip.pay(`$${amount}`) });
}

export const thanks = (page: Page) => page.getByRole('heading', { name: enTip.thankYou });

/** Waits for the 3-D Secure check. */
export const bankAsks = (page: Page) =>
  page
    .frameLocator('iframe[title="3D Secure authentication"]')
    .getByRole('button', { name: 'Complete authentication' })
    .waitFor();

/** After an interrupted tip: the sheet says that the outcome is unknown, and the same amount is paid again. */
export async function payLeftTipAgain(page: Page, amount: string): Promise<void> {
  const sheet = await openTipSheet(page, ada.name);
  await expect(sheet.getByRole('alert')).toHaveText(enTip.leftOpen);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: enTip.pay(`$${amount}`) }).click();
  await expect(thanks(page)).toBeVisible();
}

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
