import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowser } from '../testing/open-browser';
import { ADA, openSandbox, type OpenSandbox } from '../testing/open-sandbox';
import { challengeFrame } from '../testing/pay-page';

let sandbox: OpenSandbox;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;
let pageProblems: readonly string[];
const onAda = { stripeAccount: ADA };

beforeAll(async () => {
  sandbox = await openSandbox();
  browser = await openBrowser(sandbox.stripeJsUrl);
});
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});
afterEach(() => page.context().close());

async function goto(url: string, locale = 'en-US'): Promise<void> {
  ({ page, pageProblems } = await browser.open('', { locale }));
  await page.goto(url);
}

/** The buyer ends on the test's shop, which answers any path. */
async function newSession(extra: { locale?: 'de' } = {}) {
  const { page: shop } = await browser.open('');
  const origin = new URL(shop.url()).origin;
  await shop.context().close();
  return sandbox.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 546, product_data: { name: '<b>Tip</b> for Ada' } },
        },
      ],
      success_url: `${origin}/thanks?cs={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/back`,
      ...extra,
    },
    onAda,
  );
}

const faults = async (): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] });
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => String(target)).join(' ')}`);
  });
};

async function fillCard(number: string): Promise<void> {
  await page.getByLabel('Email').fill('fan@example.com');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('10001');
}

describe('the hosted page', () => {
  // Holds pay-185.
  it('declines one card, accepts another, and returns to the shop', async () => {
    const session = await newSession();
    await goto(session.url ?? '');
    expect(await page.getByText('<b>Tip</b> for Ada').isVisible()).toBe(true);
    expect(await faults()).toEqual([]);
    await fillCard('4000000000009995');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Your card has insufficient funds.' }).waitFor();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL(`**/thanks?cs=${session.id}`);
    await page.goto(session.url ?? `${sandbox.url}/c/pay/${session.id}`);
    expect(await page.getByRole('heading').textContent()).toBe('You’re all done here');
  });

  it('shows the 3-D Secure challenge', async () => {
    const session = await newSession();
    await goto(session.url ?? '');
    await fillCard('4000000000003220');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await challengeFrame(page).getByRole('button', { name: 'Fail authentication' }).click();
    await page.getByRole('alert').filter({ hasText: 'unable to authenticate' }).waitFor();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await challengeFrame(page).getByRole('button', { name: 'Complete authentication' }).click();
    await page.waitForURL('**/thanks?cs=*');
    expect(new URL(page.url()).searchParams.get('cs')).toBe(session.id);
  });

  it('shows errors for missing fields, in German when the shop asks for German', async () => {
    const session = await newSession({ locale: 'de' });
    await goto(session.url ?? '');
    await page.getByRole('button', { name: 'Bezahlen' }).click();
    await page.getByRole('alert').filter({ hasText: 'E-Mail-Adresse ist unvollständig' }).waitFor();
    await page.getByLabel('E-Mail').fill('fan@example.com');
    await page.getByRole('button', { name: 'Bezahlen' }).click();
    await page.getByRole('alert').filter({ hasText: 'Die Kartennummer ist unvollständig.' }).waitFor();
    await page.getByRole('link', { name: 'Zurück' }).click();
    await page.waitForURL('**/back');
    expect(pageProblems).toEqual([]);
  });
});

describe('onboarding and inspector', () => {
  // Holds pay-185.
  it('lets an owner finish onboarding by keyboard', async () => {
    const account = await sandbox.stripe.v2.core.accounts.create({
      display_name: 'Grace',
      dashboard: 'full',
    });
    const link = await sandbox.stripe.v2.core.accountLinks.create({
      account: account.id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: { refresh_url: `${sandbox.url}/refresh`, return_url: `${sandbox.url}/?back` },
      },
    });
    await goto(link.url);
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Complete', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?back');
    const include: ['configuration.merchant'] = ['configuration.merchant'];
    const after = await sandbox.stripe.v2.core.accounts.retrieve(account.id, { include });
    expect(after.configuration?.merchant?.capabilities?.card_payments?.status).toBe('active');
  });

  // Holds pay-185.
  it('show payments, events and objects, resend an event, set faults and advance the clock', async () => {
    await sandbox.stripe.paymentIntents.create(
      { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
      onAda,
    );
    await sandbox.webhooksIdle();
    await goto(sandbox.url);
    const events = page.getByRole('region', { name: 'Events and deliveries' });
    const created = events.getByRole('row').filter({ hasText: 'payment_intent.created' }).first();
    await created.waitFor();
    expect(await faults()).toEqual([]);
    // Only of this type: deliveries of the test before may still arrive.
    const arrived = () => sandbox.endpoint.types().filter((type) => type === 'payment_intent.created').length;
    const before = arrived();
    await created.getByRole('button', { name: 'Resend' }).click();
    await expect.poll(arrived).toBe(before + 1);
    await created.getByRole('button', { name: 'payment_intent.created' }).click();
    await page.getByRole('region', { name: 'Object' }).getByText('"object": "event"').waitFor();
    await page.getByRole('button', { name: 'Next call: fail with 429' }).click();
    await page.getByRole('cell', { name: '"status":429' }).waitFor();
    await page.getByRole('button', { name: 'Clear faults' }).click();
    await page.getByText('No faults are set.').waitFor();
    await page.getByRole('button', { name: 'Dispute' }).first().click();
    await page.getByRole('cell', { name: 'needs_response' }).waitFor();
    await page.getByRole('button', { name: 'Mark as won' }).click();
    await page.getByRole('cell', { name: 'won', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Advance clock by 1 day' }).click();
    await expect
      .poll(() => page.locator('#clock').textContent())
      .not.toContain(new Date().toISOString().slice(0, 10));
    expect(pageProblems).toEqual([]);
  });
});
