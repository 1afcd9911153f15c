import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADA, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

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
  stripe.paymentIntents.create({ amount, currency: 'usd' }, { stripeAccount: account, idempotencyKey: key });
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
    expect((await stripe.charges.list({ payment_intent: id }, { stripeAccount: account })).data).toHaveLength(
      1,
    );
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
  it.each(['before', 'after'])('creates one intent when the connection is cut %s the work', async (when) => {
    await freshAccount();
    await fault(ON_CREATE, { kind: 'cut', when }, { times: 1 });
    expect((await create('k1')).amount).toBe(500);
    expect(await made()).toBe(1);
  });

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
