import { once } from 'node:events';
import { createServer } from 'node:http';
import { badDocumentIds } from '@busker/core/testing/fakes';
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readWebhookEvent, referenceIn, statementDescriptor, type TipOrder } from './payments';
import { StripeAccounts } from './stripe-accounts';
import { askedOf, failureOf, stripeClient } from './stripe-checkout';
import { disputeSnapshot, refundSnapshot, StripePayments, StripeRefunds } from './stripe-payments';
import { customersOf } from './stripe-subscriptions';

describe('webhook event', () => {
  const stripe = new Stripe('sk_test_sandbox_bell');
  const now = Date.UTC(2026, 10, 20, 12);
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    account: 'acct_ada',
    livemode: false,
    data: {
      object: { id: 'pi_1', object: 'payment_intent', amount: 1, metadata: { owner_uid: 'u', tip_id: 't' } },
    },
  };
  const payload = JSON.stringify(event);
  const signed = (secret: string, secondsAgo = 0) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(now / 1000) - secondsAgo,
    });
  const read = (signature: string, secrets: readonly string[], body = payload) =>
    readWebhookEvent(stripe, secrets, Buffer.from(body), signature, now);

  describe('a webhook event', () => {
    // Holds pay-073, host-016.
    it('is accepted with any of several secrets', async () => {
      for (const secret of ['whsec_old', 'whsec_new'])
        expect(await read(signed(secret), ['whsec_old', 'whsec_new'])).toMatchObject({ ok: true });
      expect(await read(signed('whsec_other'), ['whsec_old', 'whsec_new'])).toMatchObject({
        problem: 'not-signed',
      });
    });

    // Holds pay-073.
    it('is refused after a change, or five minutes after its signature', async () => {
      const altered = payload.replace('"amount":1', '"amount":2');
      expect(await read(signed('whsec'), ['whsec'], altered)).toMatchObject({ problem: 'not-signed' });
      expect(await read(signed('whsec', 299), ['whsec'])).toMatchObject({ ok: true });
      expect(await read(signed('whsec', 301), ['whsec'])).toMatchObject({ problem: 'not-signed' });
      expect(await read('', ['whsec'])).toMatchObject({ problem: 'not-signed' });
    });

    it('is refused when its signature is more than five minutes in the future', async () => {
      expect(await read(signed('whsec', -299), ['whsec'])).toMatchObject({ ok: true });
      for (const ahead of [301, 24 * 60 * 60])
        expect(await read(signed('whsec', -ahead), ['whsec'])).toMatchObject({ problem: 'not-signed' });
    });

    it.each(badDocumentIds)('has an `unreadable` reference for invalid metadata: %j', async (bad) => {
      for (const metadata of [
        { owner_uid: bad, tip_id: 't' },
        { owner_uid: 'u', tip_id: bad },
      ]) {
        const odd = JSON.stringify({ ...event, data: { object: { id: 'pi_1', metadata } } });
        const header = stripe.webhooks.generateTestHeaderString({
          payload: odd,
          secret: 'whsec',
          timestamp: Math.floor(now / 1000),
        });
        const parsed = await read(header, ['whsec'], odd);
        expect(parsed).toMatchObject({ ok: true, value: { reference: 'unreadable' } });
        expect(referenceIn(metadata)).toBeNull();
      }
    });

    // Holds pay-074.
    it('has the object and the account, and none of its content', async () => {
      const parsed = await read(signed('whsec'), ['whsec']);
      expect(parsed).toEqual({
        ok: true,
        value: {
          id: 'evt_1',
          type: 'payment_intent.succeeded',
          account: 'acct_ada',
          livemode: false,
          objectId: 'pi_1',
          paymentIntentId: 'pi_1',
          reference: { uid: 'u', tipId: 't' },
        },
      });
    });

    // Holds pay-304.
    it.each([
      ['a customer', { id: 'cus_1', object: 'customer' }, 'cus_1'],
      ['a way to pay', { id: 'pm_1', object: 'payment_method', customer: 'cus_1' }, 'cus_1'],
      ['a way to pay of nobody', { id: 'pm_1', object: 'payment_method', customer: null }, undefined],
      ['a payment', { id: 'pi_1', object: 'payment_intent', customer: 'cus_1' }, undefined],
    ])('about %s names its customer', async (_what, object, customerId) => {
      const body = JSON.stringify({ ...event, data: { object } });
      const parsed = await read(signedBody(body), ['whsec'], body);
      expect(parsed.ok && parsed.value.customerId).toBe(customerId);
    });

    const signedBody = (body: string) =>
      stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: 'whsec',
        timestamp: Math.floor(now / 1000),
      });

    // Holds pay-197.
    it('of Accounts v2 names no account and no tip: account.updated reports the same change', async () => {
      const thin = JSON.stringify({
        id: 'evt_v2',
        object: 'v2.core.event',
        type: 'v2.core.account[configuration.merchant].capability_status_updated',
        livemode: false,
        created: '2026-11-20T12:00:00.000Z',
        related_object: { id: 'acct_ada', type: 'v2.core.account', url: '/v2/core/accounts/acct_ada' },
      });
      expect(await read(signedBody(thin), ['whsec'], thin)).toMatchObject({
        ok: true,
        value: { id: 'evt_v2', livemode: false, account: null, objectId: null, reference: null },
      });
      expect(await read(signed('whsec'), ['whsec'], thin)).toMatchObject({ problem: 'not-signed' });
    });

    it.each(['not JSON', '[]', '{"object":"v2.core.event"}', '{"id":"evt_1","type":"x","object":"other"}'])(
      'is unreadable when its signed body is %s',
      async (body) => {
        expect(await read(signedBody(body), ['whsec'], body)).toMatchObject({ problem: 'unreadable' });
      },
    );
  });
});

describe('stripe snapshot', () => {
  /** Only what is read of a dispute. */
  const dispute = (status: string) =>
    ({
      id: 'dp_1',
      amount: 500,
      status,
      created: 1_800_000_000,
      evidence_details: { due_by: 1_800_500_000 },
      balance_transactions: [{ net: -2000, fee: 1500 }],
    }) as unknown as Stripe.Dispute;

  // Holds pay-214.
  it.each(['appeal_needs_response', 'appeal_under_review'])(
    'a lost dispute stays lost, with nothing due, while it is appealed: %s',
    (status) => {
      expect(disputeSnapshot(dispute(status))).toMatchObject({ status: 'lost', dueBy: null });
    },
  );

  it('a status that a later version of Stripe adds holds the money back until it is known', () => {
    expect(disputeSnapshot(dispute('arbitration'))).toMatchObject({
      status: 'under_review',
      dueBy: 1_800_500_000_000,
    });
  });

  // Holds pay-349.
  it.each([
    ['eur', { amount: 191, currency: 'eur' }],
    ['EUR', null],
    ['euro', null],
    ['<b>', null],
    ['', null],
  ])('a sum in the fan’s currency is read only with a code that can be written: %j', (currency, expected) => {
    const presentment_details = { presentment_amount: 191, presentment_currency: currency };
    const refund = { id: 're_1', amount: 200, status: 'succeeded', created: 1, presentment_details };
    expect(refundSnapshot(refund as unknown as Stripe.Refund).presented).toEqual(expected);
  });
});

// Holds dash-1303.
it.each([
  ['txn_2', null],
  [null, null],
  [
    { created: 9, net: 180 },
    { at: 9000, net: 180 },
  ],
])('the money of a failed refund came back as its transaction %j says', (transaction, cameBack) => {
  const taken = { created: 5, net: -200 };
  const refund = { id: 're_1', amount: 200, status: 'failed', created: 5, balance_transaction: taken };
  const read = refundSnapshot({
    ...refund,
    failure_balance_transaction: transaction,
  } as unknown as Stripe.Refund);
  expect([read.cameBack, read.booked]).toEqual([cameBack, cameBack === null ? -200 : -20]);
});

describe('statement descriptor', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  Ada \n  Lovelace ', 'Ada Lovelace'],
    ['ada_99', 'ada_99'],
    ['Ada & Grace, Ltd.', 'Ada & Grace, Ltd.'],
    ['A'.repeat(22), 'A'.repeat(22)],
  ])('%j becomes %j', (name, expected) => expect(statementDescriptor(name)).toBe(expected));

  it.each([
    ['too short', 'Ada'],
    ['too long', 'A'.repeat(23)],
    ['without a letter', '12345'],
    ['with an apostrophe', "Ada's Songs"],
    ['with a star', 'Ada*Songs'],
    ['with a backslash', 'Ada\\Songs'],
    ['in other letters', 'エイダ・ラブレス'],
    ['with an accent', 'Zoë Müller'],
    ['with an emoji', 'Ada 🎸 Songs'],
  ])('a name %s is left out', (_, name) => expect(statementDescriptor(name)).toBeNull());

  // Holds pay-194.
  it('never gives a text that Stripe refuses', () => {
    const names = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.stringMatching(/^[A-Za-z0-9 <>\\'"*&.,é-]{0,30}$/),
    );
    fc.assert(
      fc.property(names, (name) => {
        const text = statementDescriptor(name);
        if (text === null) return true;
        return /^(?=.*[A-Za-z])[ -~]{5,22}$/.test(text) && !/[<>\\'"*]/.test(text) && text.trim() === text;
      }),
    );
  });
});

describe('stripe failure', () => {
  interface Answer {
    readonly statusCode: number;
    readonly code?: string;
    readonly message?: string;
  }

  /** The SDK's error for an answer of Stripe. */
  function errorOf({ statusCode, code, message = 'No' }: Answer) {
    const type = 'invalid_request_error' as const;
    return Stripe.errors.StripeError.generate({
      type,
      message,
      statusCode,
      requestId: 'req_1',
      headers: {},
      ...(code === undefined ? {} : { code }),
    });
  }

  const poorKey =
    "The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_accounts_write' permission would allow this request to continue.";

  describe("Stripe's refusal", () => {
    // Holds pay-188.
    it.each([
      [{ statusCode: 401 }, 'invalid'],
      [{ statusCode: 401, code: 'api_key_expired' }, 'invalid'],
      [{ statusCode: 401, code: 'platform_api_key_expired' }, 'invalid'],
      [{ statusCode: 403, code: 'platform_api_key_expired' }, 'invalid'],
      [{ statusCode: 403, code: 'secret_key_required' }, 'invalid'],
      [{ statusCode: 403, message: poorKey }, 'permission'],
      [
        { statusCode: 403, message: 'The restricted API key does not have any Connect permissions.' },
        'permission',
      ],
    ] as const)('%j is about the server’s own key: %s', (answer, why) => {
      expect(failureOf(errorOf(answer))).toMatchObject({
        kind: 'unavailable',
        key: { why, requestId: 'req_1' },
      });
    });

    it('names the missing permission', () => {
      expect(failureOf(errorOf({ statusCode: 403, message: poorKey }))).toMatchObject({
        key: { permission: 'rak_accounts_write' },
      });
    });

    it.each([
      [{ statusCode: 403, code: 'account_invalid', message: 'No permission for acct_1' }, 'gone'],
      [{ statusCode: 403, code: 'livemode_mismatch' }, 'gone'],
      [{ statusCode: 404, code: 'resource_missing' }, 'gone'],
      [{ statusCode: 400, code: 'country_unsupported' }, 'refused'],
      [{ statusCode: 403, code: 'not_allowed_on_standard_account' }, 'refused'],
      [{ statusCode: 429, code: 'rate_limit' }, 'unavailable'],
      [{ statusCode: 500 }, 'unavailable'],
    ] as const)('%j is not about the key: %s', (answer, kind) => {
      const failure = failureOf(errorOf(answer));
      expect(failure).toMatchObject({ kind });
      expect(failure).not.toHaveProperty('key');
    });
  });

  describe('a code that Stripe uses for a replaced key and for a disconnected account', () => {
    const refused = errorOf({ statusCode: 403, code: 'platform_api_key_expired' });
    const clientWhose = (own: () => Promise<unknown>) =>
      ({ accounts: { retrieveCurrent: own } }) as unknown as Stripe;
    const ask = (own: () => Promise<unknown>) => askedOf(clientWhose(own))(() => Promise.reject(refused));

    it('is about the account while Stripe answers for the server’s own account', async () => {
      expect(await ask(() => Promise.resolve({ id: 'acct_own' }))).toMatchObject({
        problem: { kind: 'gone' },
      });
    });

    it('is about the key when Stripe does not answer for the server’s own account', async () => {
      const expired = errorOf({ statusCode: 401, code: 'api_key_expired' });
      expect(await ask(() => Promise.reject(expired))).toMatchObject({
        problem: { kind: 'unavailable', key: { why: 'invalid' } },
      });
    });
  });
});

describe('stripe customers', () => {
  /** A minimal Stripe: its list compares capital letters, its search does not and can be refused or away. */
  const known = new Map<string, string>();
  const asked: string[] = [];
  let searchStatus = 200;

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
    const isSearch = pathname.endsWith('/search');
    const query = searchParams.get(isSearch ? 'query' : 'email') ?? '';
    asked.push(query);
    const status = isSearch ? searchStatus : 200;
    const data = [...known]
      .filter(([, email]) => (isSearch ? query.toLowerCase().includes(email.toLowerCase()) : email === query))
      .map(([id, email]) => ({ id, object: 'customer', email }));
    response.writeHead(status, { 'content-type': 'application/json' });
    const error = { type: status === 400 ? 'invalid_request_error' : 'api_error', message: 'No.' };
    response.end(JSON.stringify(status === 200 ? { object: 'list', data, has_more: false } : { error }));
  });

  const of = async (email: string) => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const stripe = stripeClient({ secretKey: 'sk_test_1', apiBase: `http://127.0.0.1:${port}` });
    return [...(await customersOf(stripe, 'acct_ada', email))].toSorted();
  };

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    asked.length = 0;
    searchStatus = 200;
    known.clear();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  describe('the customers of an address', () => {
    // Holds pay-413.
    it('are found whatever capital letters were typed, here or at Stripe, and once each', async () => {
      known
        .set('cus_a', 'Nina.Up@Example.com')
        .set('cus_b', 'nina.up@example.com')
        .set('cus_c', 'up@example.com');
      for (const typed of ['Nina.Up@Example.com', 'nina.up@example.com', 'NINA.UP@EXAMPLE.COM'])
        expect(await of(typed)).toEqual(['cus_a', 'cus_b']);
    });

    it('are listed as typed and in lower case where the account has no search', async () => {
      searchStatus = 400;
      known.set('cus_a', 'Nina.Up@Example.com').set('cus_b', 'nina.up@example.com');
      expect(await of('Nina.Up@Example.com')).toEqual(['cus_a', 'cus_b']);
      expect(await of('nina.up@example.com')).toEqual(['cus_b']);
    });

    // Holds pay-413.
    it('are unknown while the search does not answer, since one of them could be missing', async () => {
      searchStatus = 500;
      known.set('cus_b', 'nina.up@example.com');
      await expect(of('nina.up@example.com')).rejects.toMatchObject({ statusCode: 500 });
    });

    it('are searched by a query that an address cannot leave', async () => {
      await of(String.raw`"a\"@example.com`);
      expect(asked).toContain(String.raw`email:"\"a\\\"@example.com"`);
    });
  });
});

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
