import type { Page } from '@playwright/test';

/** On the page of Stripe, with a card that works. */
export async function payAtStripe(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('zoe@example.com');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration').fill('1234');
  await page.getByLabel('Security code').fill('123');
  const zip = page.getByLabel('ZIP');
  if (await zip.isVisible()) await zip.fill('12345');
  await page.keyboard.press('Enter');
}

/** The link of the receipt to which Stripe's page has led this browser: with the token of the tip in its fragment. */
export async function receiptLink(page: Page): Promise<string> {
  const token = await page.locator('#words input[name="token"]').inputValue();
  return `${new URL(page.url()).pathname}#${token}`;
}
