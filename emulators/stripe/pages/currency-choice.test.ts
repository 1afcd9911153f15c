import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { chooseCurrency, fanIn } from '../testing/hosted-page';
import { openBrowser } from '../testing/open-browser';
import { ADA, openSandbox, type OpenSandbox } from '../testing/open-sandbox';

const onAda = { stripeAccount: ADA };
let sandbox: OpenSandbox;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;
let pageProblems: readonly string[];
beforeAll(async () => {
  sandbox = await openSandbox();
  await sandbox.control('accounts/way', { account: ADA, type: 'cashapp', status: 'active' });
  browser = await openBrowser(sandbox.stripeJsUrl);
});
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});
afterEach(() => page.context().close());

async function visit(country: string, locale: 'en' | 'de' = 'en') {
  ({ page, pageProblems } = await browser.open(''));
  const session = await sandbox.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Tip' } } },
      ],
      success_url: `${new URL(page.url()).origin}/thanks`,
      customer_email: fanIn(country),
      adaptive_pricing: { enabled: true },
      allowed_payment_method_types: ['card', 'cashapp', 'ideal'],
      locale,
    },
    onAda,
  );
  await page.goto(session.url ?? '');
  return session.id;
}

const ways = () =>
  page
    .locator('input[name="way"]')
    .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')));
const total = () => page.locator('p[data-total]').textContent();
const faults = async (): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] });
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => String(target)).join(' ')}`);
  });
};

async function payByCard(): Promise<void> {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/thanks');
}

const presented = async (id: string) =>
  (await sandbox.stripe.checkout.sessions.retrieve(id, {}, onAda)).presentment_details;

// Holds pay-341.
it('the page asks for the fan’s currency first, names rate and fee, and is paid in it', async () => {
  const id = await visit('DE');
  const group = page.getByRole('group', { name: 'Choose a currency' });
  expect(await group.getByRole('radio', { name: '€4.78' }).isChecked()).toBe(true);
  expect(await total()).toBe('€4.78');
  expect(await page.getByText('1 USD = 0.9568 EUR, including a 4% conversion fee').isVisible()).toBe(true);
  expect(await faults()).toEqual([]);
  await payByCard();
  expect(await presented(id)).toEqual({ presentment_amount: 478, presentment_currency: 'eur' });
  expect(pageProblems).toEqual([]);
});

// Holds pay-341.
it('the total and the ways to pay follow the currency that is chosen by keyboard, and the page is paid in it', async () => {
  const id = await visit('DE');
  expect(await ways()).toEqual(['card', 'ideal']);
  await page.getByRole('radio', { name: 'iDEAL' }).check();
  await page.getByRole('radio', { name: '€4.78' }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await total()).toBe('$5.00');
  expect(await page.locator('dd[data-total]').textContent()).toBe('$5.00');
  expect(await ways()).toEqual(['card', 'cashapp']);
  expect(await page.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true);
  expect(await faults()).toEqual([]);
  await payByCard();
  expect(await presented(id)).toBeUndefined();
});

it('the choice is in German on a German page, and can be taken back', async () => {
  await visit('CH', 'de');
  expect(await page.getByRole('group', { name: 'Währung wählen' }).count()).toBe(1);
  const rate = '1 USD = 0,9152 CHF, einschließlich 4 % Umrechnungsgebühr';
  expect(await page.getByText(rate).isVisible()).toBe(true);
  await chooseCurrency(page, 'usd');
  expect(await total()).toMatch(/^5,00\s\$$/);
  await chooseCurrency(page, 'chf');
  expect(await total()).toMatch(/^4,58\sCHF$/);
});

it('a fan who has our currency has nothing to choose', async () => {
  await visit('US');
  expect(await page.getByRole('group', { name: 'Choose a currency' }).count()).toBe(0);
  expect(await ways()).toEqual(['card', 'cashapp']);
});
