import type { Locator, Page } from '@playwright/test';
import { enTip } from '../widget/messages/en-tip';
import type { Addresses } from './backend';
import { ada, openTipSheet, typeCard } from './steps';

/** How many tips of this amount (minor units) Stripe holds as paid: each test that counts tips an amount that no other test does. */
export async function paidTips(page: Page, busker: Addresses, amount: number): Promise<number> {
  const response = await page.request.post(`${busker.stripe}/__sandbox/overview`, { data: {} });
  const { payments } = (await response.json()) as { payments: { amount: number; status: string }[] };
  return payments.filter((payment) => payment.amount === amount && payment.status === 'succeeded').length;
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
