import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
