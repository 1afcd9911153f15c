import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TipOrder } from './payments';
import { StripeAccounts } from './stripe-accounts';
import { stripeClient } from './stripe-checkout';
import { StripePayments, StripeRefunds } from './stripe-payments';

interface Asked {
  readonly call: string;
  /** The sent body: a form, or JSON for Stripe's API v2. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly account: unknown;
  readonly key: unknown;
  readonly version: unknown;
  readonly telemetry: unknown;
}

/** A minimal Stripe for tests of requests: one object that fits every answer. */
const object = {
  id: 'obj_1',
  client_secret: 'obj_1_secret_1',
  url: 'https://stripe.test/page',
  amount: 500,
  currency: 'usd',
  status: 'succeeded',
  failure_reason: null,
  closed: false,
};
const asked: Asked[] = [];
let failures = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    const { headers, method, url } = request;
    asked.push({
      call: `${method} ${url}`,
      body: text.startsWith('{')
        ? (JSON.parse(text) as Asked['body'])
        : Object.fromEntries(new URLSearchParams(text)),
      account: headers['stripe-account'],
      key: headers['idempotency-key'],
      version: headers['stripe-version'],
      telemetry: headers['x-stripe-client-telemetry'],
    });
    failures -= 1;
    response.writeHead(failures >= 0 ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(failures >= 0 ? { error: { type: 'api_error' } } : object));
  });
});
const address = () => {
  const found = server.address();
  return `http://127.0.0.1:${typeof found === 'object' ? found?.port : 0}`;
};
const client = () => stripeClient({ secretKey: 'sk_test_1', apiBase: address() });
const payments = () => new StripePayments(client(), [], { now: () => 0 });

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  asked.length = 0;
  failures = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const order: TipOrder = {
  account: 'acct_ada',
  uid: 'uid-ada',
  tipId: 'tip1',
  amount: 500,
  currency: 'usd',
  applicationFee: 0,
  keyRound: 0,
  ways: ['card', 'link'],
  description: 'Tip for @ada',
};
const ids = { 'metadata[tip_id]': 'tip1', 'metadata[owner_uid]': 'uid-ada' };
const words = { ...ids, description: order.description };

describe('a request to Stripe', () => {
  // Holds pay-037.
  it("for a payment has card and at most Link, the owner's account, and a key of the tip and its sum", async () => {
    await payments().createIntent(order);
    await payments().createIntent({ ...order, account: null, applicationFee: 25 });
    const intent = {
      ...words,
      amount: '500',
      currency: 'usd',
      'allowed_payment_method_types[0]': 'card',
      'allowed_payment_method_types[1]': 'link',
      statement_descriptor_suffix: 'TIP',
    };
    const asks = { call: 'POST /v1/payment_intents', key: 'tip:tip1:pi:500usd' };
    expect(asked).toMatchObject([
      { ...asks, account: 'acct_ada' },
      { ...asks, account: undefined },
    ]);
    expect(asked.map(({ body }) => body)).toEqual([intent, { ...intent, application_fee_amount: '25' }]);
  });

  // Holds pay-038, pay-215, pay-348.
  it('for a page has one tip, our return URLs, and an expiry time', async () => {
    const lines = { title: 'A tip', detail: 'Thanks', returnUrl: 'https://b.test/t', receiptEmail: null };
    const page = { ...lines, applicationFee: 25, expiresAt: 1_800_000_000_999, fanCurrency: false };
    await payments().openCheckout({ ...order, ...page });
    const call = 'POST /v1/checkout/sessions';
    expect(asked).toMatchObject([{ call, key: 'tip:tip1:cs:1', account: 'acct_ada' }]);
    expect(asked[0]?.body).toEqual({
      mode: 'payment',
      ui_mode: 'hosted_page',
      'adaptive_pricing[enabled]': 'false',
      'allowed_payment_method_types[0]': 'card',
      'allowed_payment_method_types[1]': 'link',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '500',
      'line_items[0][price_data][product_data][name]': page.title,
      'line_items[0][price_data][product_data][description]': page.detail,
      'payment_intent_data[metadata][tip_id]': 'tip1',
      'payment_intent_data[metadata][owner_uid]': 'uid-ada',
      'payment_intent_data[description]': 'Tip for @ada',
      'payment_intent_data[statement_descriptor_suffix]': 'TIP',
      'payment_intent_data[application_fee_amount]': '25',
      client_reference_id: 'tip1',
      ...ids,
      success_url: page.returnUrl,
      cancel_url: page.returnUrl,
      expires_at: '1800000000',
    });
    await payments().openCheckout({ ...order, ...page, fanCurrency: true });
    expect(asked[1]?.body).toMatchObject({ 'adaptive_pricing[enabled]': 'true' });
  });

  // Holds pay-071.
  it("for a refund has the key of its request, and the host's share if there was one", async () => {
    const refunds = new StripeRefunds(client());
    const wanted = {
      account: 'acct_ada',
      paymentIntentId: 'pi_1',
      tipId: 'tip1',
      requestId: 'r1',
      keyRound: 0,
      amount: 200,
    };
    await refunds.createRefund({ ...wanted, reason: 'fraudulent', withApplicationFee: true });
    await refunds.createRefund({ ...wanted, reason: 'duplicate', withApplicationFee: false });
    const body = { payment_intent: 'pi_1', amount: '200', 'metadata[refund_request]': 'r1' };
    expect(asked.map((each) => each.body)).toEqual([
      { ...body, reason: 'fraudulent', refund_application_fee: 'true' },
      { ...body, reason: 'duplicate' },
    ]);
    for (const each of asked)
      expect(each).toMatchObject({ call: 'POST /v1/refunds', key: 'refund:tip1:r1', account: 'acct_ada' });
  });

  const ada = { uid: 'uid-ada', email: 'ada@example.com', name: 'Ada', country: 'DE', currency: null };
  const firstOfAda = { ...ada, round: 1, descriptor: 'Ada Lovelace' };

  // Holds pay-005, pay-192, host-039.
  it('for an account leaves fees and losses to Stripe, and does not say who the owner is', async () => {
    await new StripeAccounts(client()).createAccount(firstOfAda);
    expect(asked).toMatchObject([
      { call: 'POST /v2/core/accounts', key: 'acct:uid-ada:1', account: undefined },
    ]);
    expect(asked[0]?.body).toEqual({
      contact_email: 'ada@example.com',
      display_name: 'Ada',
      dashboard: 'full',
      identity: { country: 'de' },
      configuration: {
        merchant: {
          capabilities: { card_payments: { requested: true }, link_payments: { requested: true } },
          statement_descriptor: { descriptor: 'Ada Lovelace' },
        },
      },
      defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
      include: ['configuration.merchant', 'defaults', 'identity', 'requirements'],
    });
  });

  // Holds pay-006.
  it('for an account has the key of its round', async () => {
    const accounts = new StripeAccounts(client());
    for (const round of [1, 1, 2]) await accounts.createAccount({ ...firstOfAda, round });
    await accounts.createAccount({ ...firstOfAda, round: 3, descriptor: null });
    expect(asked.map(({ key }) => key)).toEqual([1, 1, 2, 3].map((round) => `acct:uid-ada:${round}`));
    expect(JSON.stringify(asked[3]?.body)).not.toContain('statement_descriptor');
  });

  // Holds pay-007.
  it('treats a closed account as gone', async () => {
    object.closed = true;
    expect(await new StripeAccounts(client()).readAccount('acct_1')).toEqual({
      ok: false,
      problem: { kind: 'gone' },
    });
    object.closed = false;
    expect(await new StripeAccounts(client()).readAccount('acct_1')).toMatchObject({ ok: true });
  });

  // Holds pay-017.
  it('for an onboarding link asks for all data at once, with return and refresh URLs', async () => {
    const pages = { refreshUrl: 'https://busker.test/again', returnUrl: 'https://busker.test/back' };
    await new StripeAccounts(client()).openOnboarding('acct_ada', pages);
    expect(asked.map(({ call, body }) => [call, body])).toEqual([
      [
        'POST /v2/core/account_links',
        {
          account: 'acct_ada',
          use_case: {
            type: 'account_onboarding',
            account_onboarding: {
              refresh_url: pages.refreshUrl,
              return_url: pages.returnUrl,
              collection_options: { fields: 'eventually_due' },
            },
          },
        },
      ],
    ]);
  });

  // Holds pay-018.
  it("has this code's API version, no telemetry, and a short enough time-out", async () => {
    failures = 2;
    await payments().createIntent(order);
    await payments().readIntent('acct_ada', 'pi_1');
    expect(asked.map(({ call }) => call)).toEqual([
      ...Array<string>(3).fill('POST /v1/payment_intents'),
      'GET /v1/payment_intents/pi_1',
    ]);
    expect(new Set(asked.slice(0, 3).map(({ key }) => key)).size).toBe(1);
    for (const { version, telemetry } of asked)
      expect({ version, telemetry }).toEqual({ version: '2026-10-28.endive', telemetry: undefined });
    const stripe = client();
    expect(Number(stripe.getApiField('timeout')) * (stripe.getMaxNetworkRetries() + 1)).toBeLessThan(60_000);
  });
});
