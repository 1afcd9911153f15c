import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADA, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

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
