import type { IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_VERSION } from '../reference/method-types';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';
import { Refusal } from '../wire/refusal';
import { authenticate, checkVersion } from './credentials';

describe('expand', () => {
  let sandbox: OpenSandbox;
  let stripe: Stripe;
  let paid: string;
  const onAda = { stripeAccount: ADA };

  beforeAll(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
    const made = await stripe.paymentIntents.create(
      {
        amount: 1000,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        use_stripe_sdk: true,
        application_fee_amount: 50,
      },
      onAda,
    );
    paid = made.id;
    await sandbox.control('clock/advance', { milliseconds: 1000 });
    const isBooked = async () => (await stripe.charges.list({}, onAda)).data[0]?.balance_transaction != null;
    await vi.waitUntil(isBooked, { timeout: 20_000 });
  });
  afterAll(() => sandbox.close());

  const intent = (...expand: string[]) => stripe.paymentIntents.retrieve(paid, { expand }, onAda);

  describe('expand', () => {
    it('returns ids by default', async () => {
      expect(await intent()).toMatchObject({
        latest_charge: expect.stringMatching(/^ch_/),
        payment_method: expect.stringMatching(/^pm_/),
      });
    });

    it('replaces ids by objects, several at once and nested', async () => {
      expect(await intent('latest_charge', 'payment_method')).toMatchObject({
        latest_charge: { object: 'charge', balance_transaction: expect.stringMatching(/^txn_/) },
        payment_method: { object: 'payment_method' },
      });
      expect(
        await intent('latest_charge.balance_transaction', 'latest_charge.application_fee'),
      ).toMatchObject({
        latest_charge: {
          object: 'charge',
          balance_transaction: { object: 'balance_transaction', amount: 1000 },
          application_fee: { object: 'application_fee', amount: 50 },
        },
      });
    });

    // Holds pay-164.
    it('can return to the same object, to a depth of four levels', async () => {
      expect(await intent('latest_charge.payment_intent.latest_charge.balance_transaction')).toMatchObject({
        latest_charge: { payment_intent: { latest_charge: { balance_transaction: { amount: 1000 } } } },
      });
      const deep = 'latest_charge.payment_intent.latest_charge.payment_intent.payment_method';
      const refused = await refusal(intent(deep));
      expect(refused).toMatchObject({ statusCode: 400, param: 'expand' });
      expect(refused.message).toContain('more than 4 levels');
    });

    // Holds pay-164.
    it('works for each item of a list', async () => {
      const { data } = await stripe.charges.list({ expand: ['data.payment_intent'] }, onAda);
      expect(data).toMatchObject([{ payment_intent: { id: paid, object: 'payment_intent' } }]);
    });

    it.each(['amount', 'nothing', 'latest_charge.nothing', 'data.latest_charge', ''])(
      'of %s is refused',
      async (path) => {
        expect(await refusal(intent(path))).toMatchObject({ statusCode: 400 });
      },
    );

    it('of a null field gives null', async () => {
      const open = await stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', expand: ['latest_charge.balance_transaction', 'payment_method'] },
        onAda,
      );
      expect(open).toMatchObject({ latest_charge: null, payment_method: null });
    });

    // Holds pay-164.
    it.each([
      'latest_charge.x',
      'latest_charge.refunds.data.x',
      'customer.x',
      'payment_method.x',
      'latest_charge.balance_transaction.source.x',
    ])('of %s is refused before the request acts, also where the answer has null there', async (path) => {
      const before = (await stripe.paymentIntents.list({}, onAda)).data.length;
      const making = stripe.paymentIntents.create({ amount: 500, currency: 'usd', expand: [path] }, onAda);
      expect(await refusal(making)).toMatchObject({ statusCode: 400, param: 'expand' });
      expect((await stripe.paymentIntents.list({}, onAda)).data).toHaveLength(before);
    });

    // Holds pay-164.
    it.each(['data.x', 'data.balance_transaction.x', 'x', 'data.data', 'has_more'])(
      'of %s is refused in an empty list too',
      async (path) => {
        const asked = await refusal(stripe.refunds.list({ expand: [path] }, onAda));
        expect(asked).toMatchObject({ statusCode: 400, param: 'expand' });
      },
    );

    it('of right paths gives an empty list', async () => {
      const { data } = await stripe.refunds.list(
        { expand: ['data', 'data.balance_transaction', 'data.charge.payment_intent'] },
        onAda,
      );
      expect(data).toEqual([]);
    });

    it('accepts the notation of curl', async () => {
      const answer = await fetch(`${sandbox.url}/v1/payment_intents/${paid}?expand[]=latest_charge`, {
        headers: { authorization: 'Bearer sk_test_sandbox_unit', 'stripe-account': ADA },
      });
      expect(await answer.json()).toMatchObject({ latest_charge: { object: 'charge' } });
    });
  });
});

describe('idempotency', () => {
  let sandbox: OpenSandbox;
  let stripe: Stripe;
  let account = ADA;
  let count = 0;

  beforeAll(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.connect(undefined, { maxNetworkRetries: 2 });
  });
  afterEach(() => sandbox.control('faults/clear'));
  afterAll(() => sandbox.close());

  /** Each test uses its own account, so that it can count the created objects. */
  async function freshAccount(): Promise<void> {
    count += 1;
    account = `acct_idem${count}`;
    await sandbox.control('accounts/seed', { id: account });
  }
  const create = (key: string, amount = 500) =>
    stripe.paymentIntents.create(
      { amount, currency: 'usd' },
      { stripeAccount: account, idempotencyKey: key },
    );
  const made = async () => (await stripe.paymentIntents.list({}, { stripeAccount: account })).data.length;
  const fault = (route: string, given: object, rest: object = {}) =>
    sandbox.control('faults/add', { route, fault: given, ...rest });
  const ON_CREATE = 'POST /v1/payment_intents';

  describe('a request with an idempotency key', () => {
    // Holds pay-173.
    it('runs once, and a repeated request says that it was replayed', async () => {
      await freshAccount();
      const first = await create('k1');
      const again = await create('k1');
      expect(again.id).toBe(first.id);
      expect(again.lastResponse.headers).toMatchObject({
        'idempotent-replayed': 'true',
        'original-request': first.lastResponse.requestId,
      });
      expect(await made()).toBe(1);
    });

    // Holds pay-173.
    it('is refused when the parameters differ', async () => {
      await freshAccount();
      await create('k1');
      const other = await refusal(create('k1', 600));
      expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
      expect(await made()).toBe(1);
    });

    // Holds pay-173.
    it('is refused for another endpoint, which the message names', async () => {
      await freshAccount();
      const { id } = await create('k1');
      const options = { stripeAccount: account, idempotencyKey: 'k1' };
      const other = await refusal(stripe.paymentIntents.cancel(id, {}, options));
      expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
      expect(other.message).toContain(
        "for the same endpoint they were first used for ('/v1/payment_intents')",
      );
    });

    it('keeps its key for thirty days at /v2', async () => {
      const options = { idempotencyKey: 'month' };
      const make = () => stripe.v2.core.accounts.create({ contact_email: 'a@example.com' }, options);
      const { id } = await make();
      await sandbox.control('clock/advance', { milliseconds: 29 * 24 * 3600 * 1000 });
      expect((await make()).id).toBe(id);
      await sandbox.control('clock/advance', { milliseconds: 2 * 24 * 3600 * 1000 });
      expect((await make()).id).not.toBe(id);
    });

    it('has separate keys for each account', async () => {
      await freshAccount();
      const first = await create('k1');
      await freshAccount();
      expect((await create('k1')).id).not.toBe(first.id);
    });

    // Holds pay-173.
    it('with invalid parameters leaves its key free', async () => {
      await freshAccount();
      await refusal(create('k1', 1));
      expect((await create('k1', 500)).amount).toBe(500);
    });

    it('replays a decline without another authorization', async () => {
      await freshAccount();
      const { id } = await create('k1');
      const options = { stripeAccount: account, idempotencyKey: 'c1' };
      const confirm = () =>
        refusal(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, options));
      const [first, again] = [await confirm(), await confirm()];
      expect(again.charge).toBe(first.charge);
      expect(
        (await stripe.charges.list({ payment_intent: id }, { stripeAccount: account })).data,
      ).toHaveLength(1);
    });

    // Holds pay-173.
    it('can use its key again after a day', async () => {
      await freshAccount();
      const first = await create('k1');
      await sandbox.control('clock/advance', { milliseconds: 25 * 3600 * 1000 });
      expect((await create('k1')).id).not.toBe(first.id);
    });

    it('refuses a key of more than 255 characters', async () => {
      await freshAccount();
      expect((await refusal(create('k'.repeat(256)))).statusCode).toBe(400);
    });
  });

  describe('a request during a network or Stripe failure', () => {
    // Holds pay-174.
    it.each(['before', 'after'])(
      'creates one intent when the connection is cut %s the work',
      async (when) => {
        await freshAccount();
        await fault(ON_CREATE, { kind: 'cut', when }, { times: 1 });
        expect((await create('k1')).amount).toBe(500);
        expect(await made()).toBe(1);
      },
    );

    it('succeeds on retry after a 500 that came before the endpoint, with the same key', async () => {
      await freshAccount();
      await fault(ON_CREATE, { kind: 'fail', status: 500, when: 'before' }, { times: 1 });
      await create('k1');
      expect(await made()).toBe(1);
    });

    // Holds pay-173.
    it('replays a 500 of the endpoint, though nothing was done', async () => {
      await freshAccount();
      await fault(ON_CREATE, { kind: 'fail', status: 500 }, { times: 1 });
      expect(await refusal(create('k1'))).toBeInstanceOf(Stripe.errors.StripeAPIError);
      expect(await refusal(create('k1'))).toBeInstanceOf(Stripe.errors.StripeAPIError);
      expect(await made()).toBe(0);
      await create('k2');
      expect(await made()).toBe(1);
    });

    it('replays a 500 after the work was done', async () => {
      await freshAccount();
      await fault(ON_CREATE, { kind: 'fail', status: 500, when: 'after' }, { times: 1 });
      expect(await refusal(create('k1'))).toBeInstanceOf(Stripe.errors.StripeAPIError);
      expect(await made()).toBe(1);
    });

    // Holds pay-173.
    it('gets 409 while the first request is in progress, and the SDK retries it', async () => {
      await freshAccount();
      await fault(ON_CREATE, { kind: 'latency', milliseconds: 1000 }, { times: 1 });
      const options = { stripeAccount: account, idempotencyKey: 'k1' };
      const createBy = (client: Stripe) =>
        client.paymentIntents.create({ amount: 500, currency: 'usd' }, options);
      const hasty = sandbox.connect(undefined, { maxNetworkRetries: 0 });
      const patient = sandbox.connect(undefined, { maxNetworkRetries: 6 });
      const [first, second, waited] = await Promise.allSettled([
        createBy(hasty),
        createBy(hasty),
        createBy(patient),
      ]);
      const refused = [first, second].filter(({ status }) => status === 'rejected');
      expect(refused.length).toBeGreaterThan(0);
      for (const { reason } of refused as PromiseRejectedResult[])
        expect(reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
      expect(waited.status).toBe('fulfilled');
      expect(await made()).toBe(1);
    });

    it.each([
      ['a success', {}, 'k1', null, 200, null],
      ['parameters that are wrong', { currency: 'nothing' }, 'k1', null, 400, 'false'],
      ['a lock', {}, 'k1', { kind: 'fail', status: 409 }, 409, 'true'],
      ['a rate limit', {}, 'k1', { kind: 'fail', status: 429 }, 429, null],
      ['a stored 500', {}, 'k1', { kind: 'fail', status: 500 }, 500, 'false'],
      ['a 500 without a key', {}, null, { kind: 'fail', status: 500 }, 500, null],
      ['a 500 before the endpoint', {}, 'k1', { kind: 'fail', status: 500, when: 'before' }, 500, null],
    ])('of %s says in Stripe-Should-Retry what is known', async (_, wrong, key, given, status, expected) => {
      await freshAccount();
      if (given !== null) await fault(ON_CREATE, given);
      const answer = await fetch(`${sandbox.url}/v1/payment_intents`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer sk_test_sandbox_unit',
          'stripe-account': account,
          ...(key !== null && { 'idempotency-key': key }),
        },
        body: new URLSearchParams({ amount: '500', currency: 'usd', ...wrong }),
      });
      expect([answer.status, answer.headers.get('stripe-should-retry')]).toEqual([status, expected]);
    });

    it('is limited to a number of requests in a second, for each account by itself', async () => {
      const frozen = await openSandbox({ now: () => 1_800_000_000_000 });
      const rate = { route: '*', fault: { kind: 'rate', perSecond: 2 } };
      await frozen.control('faults/add', rate);
      const hasty = frozen.connect(undefined, { maxNetworkRetries: 0 });
      const ask = (...on: [{ stripeAccount: string }?]) => hasty.paymentIntents.list({}, ...on);
      await ask();
      await ask();
      const limited = await refusal(ask());
      expect(limited).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
      expect(limited.headers).toMatchObject({ 'stripe-rate-limited-reason': 'global-rate' });
      expect((await ask({ stripeAccount: ADA })).data).toEqual([]);
      await frozen.control('clock/advance', { milliseconds: 1000 });
      expect((await ask()).data).toEqual([]);
      await frozen.close();
    });

    // Holds pay-174.
    it('gets a rate limit error for 429', async () => {
      await fault('GET /v1/account', { kind: 'fail', status: 429 });
      const hasty = sandbox.connect(undefined, { maxNetworkRetries: 0 });
      expect(await refusal(hasty.rawRequest('GET', '/v1/account'))).toBeInstanceOf(
        Stripe.errors.StripeRateLimitError,
      );
    });

    // Holds pay-173.
    it('retries v2 work after a failure', async () => {
      await fault('POST /v2/core/accounts', { kind: 'fail', status: 500 }, { times: 1 });
      const options = { idempotencyKey: 'v2-1' };
      const account2 = await stripe.v2.core.accounts.create({ contact_email: 'b@example.com' }, options);
      expect(account2.contact_email).toBe('b@example.com');
    });
  });
});

describe('credentials', () => {
  const keys = { secretKey: 'sk_test_sandbox_one', publishableKey: 'pk_test_sandbox_two' };
  const by = (authorization?: string) =>
    authenticate(authorization === undefined ? {} : { authorization }, keys);
  const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;

  function refusalOf(work: () => unknown): Refusal {
    try {
      work();
    } catch (problem) {
      if (problem instanceof Refusal) return problem;
    }
    throw new Error('The key was expected to be refused, but it was accepted.');
  }

  describe('an API key', () => {
    // Holds pay-158.
    it('is accepted as a Bearer token and as the user name of Basic, with the scheme in any case', () => {
      expect(by(`Bearer ${keys.secretKey}`)).toBe('secret');
      expect(by(`bearer ${keys.publishableKey}`)).toBe('publishable');
      expect(by(basic(`${keys.secretKey}:`))).toBe('secret');
      expect(by(basic(`${keys.publishableKey}:anything`).replace('Basic', 'BASIC'))).toBe('publishable');
    });

    // Holds pay-159.
    it.each([
      undefined,
      '',
      'Bearer',
      'Bearer ',
      keys.secretKey,
      `Digest ${keys.secretKey}`,
      basic(''),
      basic(`:${keys.secretKey}`),
      `Bearer ${keys.secretKey}x`,
      `Bearer ${keys.secretKey.slice(0, -1)}`,
      `Bearer ${keys.secretKey.replace('one', 'two')}`,
    ])('is refused when it is %s', (authorization) => {
      const refusal = refusalOf(() => by(authorization));
      expect([refusal.status, refusal.body.type]).toEqual([401, 'invalid_request_error']);
      expect(refusal.rollbackMode).toBe('forget');
      expect(refusal.message).not.toContain(keys.secretKey);
    });
  });

  describe('the API version', () => {
    // Holds pay-158.
    it('may be the pinned one, and absent except for /v2', () => {
      const check =
        (headers: IncomingHttpHeaders, isV2 = false) =>
        () =>
          checkVersion(headers, isV2);
      const absent = refusalOf(check({}, true));
      expect([absent.status, absent.rollbackMode]).toEqual([400, 'forget']);
      expect(absent.message).toContain('needs the header Stripe-Version');
      expect(check({ 'stripe-version': API_VERSION }, true)).not.toThrow();
      expect(check({})).not.toThrow();
      expect(check({ 'stripe-version': API_VERSION })).not.toThrow();
      const other = refusalOf(check({ 'stripe-version': '2026-09-30.dahlia' }));
      expect([other.status, other.rollbackMode]).toEqual([400, 'forget']);
      expect(other.message).toContain(API_VERSION);
    });
  });

  describe('the account of a request', () => {
    let sandbox: OpenSandbox;
    beforeAll(async () => {
      sandbox = await openSandbox();
      await sandbox.control('accounts/seed', { id: 'acct_gone' });
      await sandbox.control('accounts/deauthorize', { account: 'acct_gone' });
    });
    afterAll(() => sandbox.close());

    const asks = async (path: string, account?: string) => {
      const answer = await fetch(`${sandbox.url}${path}`, {
        headers: {
          authorization: 'Bearer sk_test_sandbox_unit',
          ...(account !== undefined && { 'stripe-account': account }),
        },
      });
      const body = (await answer.json()) as {
        readonly id?: string;
        readonly error?: { readonly code?: string };
      };
      return [answer.status, body.error?.code ?? null, answer.headers.get('stripe-account')];
    };

    it('is the platform unless the Stripe-Account header names another, and the answer repeats that header', async () => {
      expect(await asks('/v1/payment_intents')).toEqual([200, null, null]);
      expect(await asks('/v1/payment_intents', '')).toEqual([200, null, null]);
      expect(await asks('/v1/payment_intents', ADA)).toEqual([200, null, ADA]);
    });

    it.each(['acct_nobody', 'acct_gone'])('is refused when it is %s', async (account) => {
      expect(await asks('/v1/payment_intents', account)).toEqual([403, 'account_invalid', null]);
    });

    it.each([
      'payment_intents/pi_1',
      'charges/ch_1',
      'refunds/re_1',
      'disputes/du_1',
      'balance_transactions/txn_1',
      'checkout/sessions/cs_1',
      'payment_method_domains/pmd_1',
      'events/evt_1',
    ])('has no object /v1/%s with an unknown id', async (path) => {
      expect(await asks(`/v1/${path}`, ADA)).toEqual([404, 'resource_missing', ADA]);
    });

    // Holds pay-159.
    it("cannot read another account's objects, by id or in a list", async () => {
      const { stripe } = sandbox;
      const onAda = { stripeAccount: ADA };
      const paid = await stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
        onAda,
      );
      const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 }, onAda);
      const { id: other } = await stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
        onAda,
      );
      const dispute = (await sandbox.control('disputes/create', { charge: other })) as {
        readonly id: string;
      };
      const domain = await stripe.paymentMethodDomains.create({ domain_name: 'a.example' }, onAda);
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          success_url: 'https://a.example/',
          line_items: [
            { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A' } } },
          ],
        },
        onAda,
      );
      const [event] = (await stripe.events.list({}, onAda)).data;
      const charge = idOf(paid.latest_charge ?? '');
      const transaction = idOf(refund.balance_transaction ?? '');
      await sandbox.control('accounts/seed', { id: 'acct_other' });
      const paths = [
        `payment_intents/${paid.id}`,
        `charges/${charge}`,
        `refunds/${refund.id}`,
        `disputes/${dispute.id}`,
        `balance_transactions/${transaction}`,
        `checkout/sessions/${session.id}`,
        `payment_method_domains/${domain.id}`,
        `events/${event?.id ?? ''}`,
      ];
      for (const path of paths) {
        expect([path, ...(await asks(`/v1/${path}`, ADA))]).toEqual([path, 200, null, ADA]);
        expect([path, ...(await asks(`/v1/${path}`, 'acct_other'))]).toEqual([
          path,
          404,
          'resource_missing',
          'acct_other',
        ]);
        expect([path, ...(await asks(`/v1/${path}`))]).toEqual([path, 404, 'resource_missing', null]);
      }
      const lists = [
        'payment_intents',
        'charges',
        'refunds',
        'disputes',
        'checkout/sessions',
        'payment_method_domains',
        'events',
        'radar/early_fraud_warnings',
      ];
      for (const list of lists) {
        const answer = await stripe.rawRequest('GET', `/v1/${list}`, {}, { stripeAccount: 'acct_other' });
        expect([list, (answer as unknown as { readonly data: unknown[] }).data]).toEqual([list, []]);
      }
      for (const list of lists.slice(0, -1)) {
        const answer = await stripe.rawRequest('GET', `/v1/${list}`, {}, onAda);
        expect([list, (answer as unknown as { readonly data: unknown[] }).data]).not.toEqual([list, []]);
      }
    });
  });

  describe('the state of the secret key', () => {
    let sandbox: OpenSandbox;
    beforeAll(async () => {
      sandbox = await openSandbox();
    });
    afterAll(() => sandbox.close());

    it('can be expired: every request is refused, with another code on a connected account', async () => {
      await sandbox.control('key', { kind: 'expired' });
      const own = await refusal(sandbox.stripe.accounts.retrieveCurrent());
      expect(own).toMatchObject({ statusCode: 401, code: 'api_key_expired' });
      const connected = await refusal(sandbox.stripe.paymentIntents.list({}, { stripeAccount: ADA }));
      expect(connected).toMatchObject({ statusCode: 401, code: 'platform_api_key_expired' });
      await sandbox.control('key', { kind: 'good' });
      expect(await sandbox.stripe.accounts.retrieveCurrent()).toMatchObject({ object: 'account' });
    });

    it('can lack the permission for a route, and the message names the permission', async () => {
      const permission = 'rak_accounts_write';
      await sandbox.control('key', { kind: 'restricted', route: 'POST /v2/core/accounts', permission });
      const refused = await refusal(sandbox.stripe.v2.core.accounts.create({}));
      expect(refused).toMatchObject({ statusCode: 403 });
      expect(refused.message).toContain(permission);
      expect(await sandbox.stripe.accounts.retrieveCurrent()).toMatchObject({ object: 'account' });
      await sandbox.control('key', { kind: 'good' });
    });
  });
});
