import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADA, idOf, openSandbox, PUBLISHABLE_KEY, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
const onAda = { stripeAccount: ADA };

beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

async function read(path: string, init: RequestInit = {}) {
  const answer = await fetch(new URL(path, sandbox.url), { redirect: 'manual', ...init });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, to: answer.headers.get('location') };
}

const pay = () =>
  sandbox.stripe.paymentIntents.create(
    { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
    onAda,
  );
const openSession = (extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  sandbox.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'jpy', unit_amount: 500, product_data: { name: 'Tip for @ada' } },
        },
      ],
      success_url: 'https://busker.test/t/1?cs={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://busker.test/t/1?back',
      ...extra,
    },
    onAda,
  );
const payPage = (session: string, card: Record<string, string>) =>
  read(`/sandbox/checkout/${session}/pay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({
      email: 'fan@example.com',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
      ...card,
    }),
  });
const policyOf = ({ headers }: { readonly headers: Headers }) => headers.get('content-security-policy') ?? '';

describe('sandbox pages', () => {
  it.each([
    ['/c/pay/cs_test_unknown'],
    ['/receipts/ch_unknown'],
    ['/sandbox/3ds/pi_unknown?source=x'],
    ['/connect/setup/unknown'],
  ])('answer %s with a page that says that nothing is there', async (path) => {
    const { status, text } = await read(path);
    expect([status, text.includes('Nothing to do here')]).toEqual([404, true]);
  });

  // Holds pay-185.
  it('refuse to be framed, except the card form and the 3-D Secure challenge, and their scripts load from any site', async () => {
    for (const path of ['/', '/c/pay/cs_test_unknown', '/receipts/ch_unknown'])
      expect(policyOf(await read(path))).toContain("frame-ancestors 'none'");
    for (const path of ['/frame/card', '/sandbox/3ds/pi_unknown'])
      expect(policyOf(await read(path))).toContain('frame-ancestors *');
    const style = await read('/sandbox.css');
    expect(style.headers.get('content-type')).toContain('text/css');
    expect(style.headers.get('access-control-allow-origin')).toBe('*');
    expect((await read('/', { method: 'POST' })).status).not.toBe(200);
  });

  // Holds pay-185.
  it('show on a receipt what was paid and what was refunded', async () => {
    const { id, latest_charge: charge } = await pay();
    const address = `/receipts/${idOf(charge ?? '')}`;
    const paid = await read(address);
    expect(paid.status).toBe(200);
    const today = new Date().toISOString().slice(0, 8);
    for (const word of ['$5.00', '4242', 'Ada', today]) expect(paid.text).toContain(word);
    expect(paid.text).not.toContain('Refunded');
    await sandbox.stripe.refunds.create({ payment_intent: id, amount: 200 }, onAda);
    expect((await read(address)).text).toMatch(/Refunded<\/dt>\s*<dd>\$2\.00/);
  });

  // Holds pay-185.
  it('show the 3-D Secure challenge only for the payment that waits for it', async () => {
    const { id, next_action: action } = await sandbox.stripe.paymentIntents.create(
      {
        amount: 500,
        currency: 'usd',
        payment_method: 'pm_card_threeDSecure2Required',
        confirm: true,
        use_stripe_sdk: true,
      },
      onAda,
    );
    const address = String(action?.use_stripe_sdk?.['stripe_js']);
    const asked = await read(address);
    expect([asked.status, asked.text.includes('Confirm this payment')]).toEqual([200, true]);
    expect(asked.text).toContain(`data-intent="${id}"`);
    expect((await read(`/sandbox/3ds/${id}?source=other`)).status).toBe(404);
    expect((await read(`/sandbox/3ds/${id}`)).status).toBe(404);
  });
});

describe('the hosted page', () => {
  it('shows the amount and the recipient while the session is open, and links back to the shop', async () => {
    const { url } = await openSession();
    const { status, text } = await read(url ?? '');
    expect(status).toBe(200);
    for (const word of ['¥500', 'Tip for @ada', 'Ada', 'https://busker.test/t/1?back'])
      expect(text).toContain(word);
    expect(text).not.toContain('¥5.00');
  });

  // Holds pay-185.
  it("links to the shop's success URL after the payment, and to its cancel URL after the session has expired", async () => {
    const paid = await openSession();
    const answer = await payPage(paid.id, { 'card[exp_year]': '40' });
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 'complete',
      redirect: `https://busker.test/t/1?cs=${paid.id}`,
      challenge: null,
      problem: null,
    });
    const { payment_intent: payment } = await sandbox.stripe.checkout.sessions.retrieve(
      paid.id,
      { expand: ['payment_intent.latest_charge'] },
      onAda,
    );
    expect(payment).toMatchObject({
      latest_charge: { payment_method_details: { card: { exp_month: 12, exp_year: 2040 } } },
    });
    const done = (await read(paid.url ?? '')).text;
    expect(done).toContain(`https://busker.test/t/1?cs=${paid.id}`);
    expect(done).not.toContain('id="pay"');
    const ended = await openSession();
    await sandbox.stripe.checkout.sessions.expire(ended.id, {}, onAda);
    const expired = (await read(ended.url ?? '')).text;
    expect(expired).toContain('https://busker.test/t/1?back');
    expect(expired).not.toContain('id="pay"');
  });

  // Holds pay-185.
  it('shows why a card was declined, stays open for another card, and accepts no other session', async () => {
    const { id } = await openSession();
    const look = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${PUBLISHABLE_KEY}` };
      return JSON.parse((await read(`/sandbox/checkout/${id}`, { headers })).text);
    };
    const open = { status: 'open', redirect: null, challenge: null };
    expect(await look()).toEqual({ ...open, problem: null });
    const declined = await payPage(id, { 'card[number]': '4000000000009995' });
    expect(declined.text).toContain('insufficient funds');
    expect(await look()).toMatchObject({ ...open, problem: 'Your card has insufficient funds.' });
    await payPage(id, { 'card[number]': '4000000000003220' });
    expect(await look()).toMatchObject({
      ...open,
      challenge: { place: 'above', address: expect.stringContaining('/sandbox/3ds/pi_') as unknown },
    });
    const unknown = await payPage('cs_test_unknown', {});
    expect([unknown.status, unknown.text.includes('resource_missing')]).toEqual([404, true]);
    expect((await payPage(id, { 'card[cvc]': '12345' })).status).toBe(400);
  });
});

describe('onboarding', () => {
  // Holds pay-185.
  it('accepts one answer, and only from the page that was opened', async () => {
    const { id } = await sandbox.stripe.v2.core.accounts.create({ display_name: 'Grace', dashboard: 'full' });
    const { url } = await sandbox.stripe.v2.core.accountLinks.create({
      account: id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          refresh_url: 'https://busker.test/again',
          return_url: 'https://busker.test/back',
        },
      },
    });
    const answer = async (choice: string) => {
      const { status, to } = await read(url, { method: 'POST', body: new URLSearchParams({ choice }) });
      return [status, to];
    };
    expect(await answer('complete')).toEqual([303, 'https://busker.test/again']);
    const page = await read(url);
    expect(page.text).toContain('Grace');
    expect(policyOf(page)).toContain("frame-ancestors 'none'");
    expect(await answer('sabotage')).toEqual([404, null]);
    expect(await answer('toString')).toEqual([404, null]);
    expect(await answer('complete')).toEqual([303, 'https://busker.test/back']);
    expect(await answer('more')).toEqual([303, 'https://busker.test/back']);
    expect(
      (await sandbox.stripe.v2.core.accounts.retrieve(id, { include: ['requirements'] })).requirements
        ?.entries,
    ).toEqual([]);
  });
});
