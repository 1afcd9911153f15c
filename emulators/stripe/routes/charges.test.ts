import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stripeFee } from '../payments/charges';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
let stripe: Stripe;
const onAda = { stripeAccount: ADA };

beforeEach(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.stripe;
});
afterEach(() => sandbox.close());

const pay = (extra: Partial<Stripe.PaymentIntentCreateParams> = {}, options: Stripe.RequestOptions = onAda) =>
  stripe.paymentIntents.create(
    {
      amount: 1000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      use_stripe_sdk: true,
      ...extra,
    },
    options,
  );
const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent) => idOf(charge ?? '');

describe('charges', () => {
  // Holds pay-167.
  it('belong to one account and are found by their payment', async () => {
    const [one, other] = [await pay(), await pay()];
    const list = async (params: Stripe.ChargeListParams, options?: Stripe.RequestOptions) =>
      (await stripe.charges.list(params, options)).data.map(({ id }) => id);
    expect(await list({}, onAda)).toEqual([chargeOf(other), chargeOf(one)]);
    expect(await list({ payment_intent: one.id }, onAda)).toEqual([chargeOf(one)]);
    expect(await list({ payment_intent: one.id })).toEqual([]);
    const foreign = await refusal(stripe.charges.retrieve(chargeOf(one)));
    expect([foreign.statusCode, foreign.code, foreign.param]).toEqual([404, 'resource_missing', 'id']);
  });

  // Holds pay-167.
  it('change only the balance of their own account', async () => {
    const paid = await pay();
    const booked = async () => (await stripe.charges.retrieve(chargeOf(paid), {}, onAda)).balance_transaction;
    await sandbox.control('clock/advance', { milliseconds: 1000 });
    await expect.poll(booked).not.toBeNull();
    const id = idOf((await booked()) ?? '');
    expect(await stripe.balanceTransactions.retrieve(id, {}, onAda)).toMatchObject({
      id,
      source: chargeOf(paid),
    });
    const foreign = await refusal(stripe.balanceTransactions.retrieve(id));
    expect([foreign.statusCode, foreign.code, foreign.param]).toEqual([404, 'resource_missing', 'id']);
  });
});

describe('a balance transaction', () => {
  const bookedOf = async (extra: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
    const { id } = await pay(extra);
    await sandbox.control('clock/advance', { milliseconds: 1000 });
    const expand = ['latest_charge.balance_transaction'];
    const read = async () => {
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand }, onAda);
      const found = charge as Stripe.Charge | null;
      return found?.balance_transaction as Stripe.BalanceTransaction | null;
    };
    await expect.poll(read).not.toBeNull();
    return read();
  };

  // Holds pay-167.
  it('separates Stripe’s fee from the application fee and shows the net amount', async () => {
    const kind = { type: 'charge', reporting_category: 'charge', amount: 1000, currency: 'usd' };
    expect(await bookedOf({ application_fee_amount: 100 })).toMatchObject({
      ...kind,
      fee: 159,
      net: 841,
      fee_details: [
        { type: 'application_fee', amount: 100 },
        { type: 'stripe_fee', amount: 59 },
      ],
    });
    expect(await bookedOf()).toMatchObject({ ...kind, fee: 59, net: 941, fee_details: [{ amount: 59 }] });
  });

  // Holds pay-167.
  it('becomes available after two days, or at once for the card with that outcome', async () => {
    const wait = (booked: Stripe.BalanceTransaction | null) =>
      (booked?.available_on ?? 0) - (booked?.created ?? 0);
    expect(wait(await bookedOf())).toBe(2 * 24 * 3600);
    expect(wait(await bookedOf({ payment_method: 'pm_card_bypassPending' }))).toBe(0);
  });

  it.each([
    ['US', 1000, 59],
    ['GB', 1000, 35],
    ['DE', 1000, 40],
    ['JP', 500, 18],
    ['JP', 99, 4],
    ['US', 20, 20],
  ])('in %s for %i has a fee of %i', (country, amount, fee) => {
    expect(stripeFee(country, amount)).toMatchObject({ type: 'stripe_fee', amount: fee });
  });
});

describe('application fees', () => {
  const platformEvents = async (type: string) => {
    await sandbox.webhooksIdle();
    return sandbox.endpoint.received
      .filter(({ event }) => event.type === type)
      .map(({ event, scope }) => ({ scope, fee: event.data.object as Stripe.ApplicationFee }));
  };

  it('create an event of the platform, and no event without a fee', async () => {
    await pay({ application_fee_amount: 100 });
    await pay();
    await pay({}, {});
    const created = await platformEvents('application_fee.created');
    expect(created).toMatchObject([
      { scope: 'account', fee: { amount: 100, amount_refunded: 0, account: ADA, refunded: false } },
    ]);
  });

  // Holds pay-169.
  it('are refunded in proportion, rounded down, and in full with the whole payment', async () => {
    const { id } = await pay({ application_fee_amount: 99, amount: 1000 });
    const giveBack = (amount: number) =>
      stripe.refunds.create({ payment_intent: id, amount, refund_application_fee: true }, onAda);
    for (const amount of [500, 400]) await giveBack(amount);
    const refunded = (await platformEvents('application_fee.refunded')).map(({ fee }) => fee);
    const amounts = refunded.map(({ amount_refunded: amount }) => amount).toSorted((a, b) => a - b);
    expect(amounts).toEqual([49, 49 + 39]);
    expect(refunded.some((fee) => fee.refunded)).toBe(false);
    const whole = await pay({ application_fee_amount: 99 });
    await stripe.refunds.create({ payment_intent: whole.id, refund_application_fee: true }, onAda);
    const [last] = (await platformEvents('application_fee.refunded')).filter(({ fee }) => fee.refunded);
    expect(last?.fee).toMatchObject({ amount: 99, amount_refunded: 99, charge: chargeOf(whole) });
  });

  // Holds pay-169.
  it('are kept when no fee refund is requested, and a charge without a fee creates no fee events', async () => {
    const { id } = await pay({ application_fee_amount: 100 });
    await stripe.refunds.create({ payment_intent: id }, onAda);
    const { id: without } = await pay();
    await stripe.refunds.create({ payment_intent: without, refund_application_fee: true }, onAda);
    expect(await platformEvents('application_fee.refunded')).toEqual([]);
  });
});

describe('an event', () => {
  // Holds pay-177.
  it('names the request that caused it and counts its pending webhooks', async () => {
    await sandbox.control('webhookFaults', { hold: true });
    const { id, lastResponse } = await stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { ...onAda, idempotencyKey: 'once' },
    );
    const read = async () => (await stripe.events.list({ type: 'payment_intent.created' }, onAda)).data;
    expect(await read()).toMatchObject([
      {
        object: 'event',
        account: ADA,
        pending_webhooks: 1,
        request: { id: lastResponse.requestId, idempotency_key: 'once' },
        data: { object: { id } },
      },
    ]);
    expect((await read())[0]?.data.previous_attributes).toBeUndefined();
    await sandbox.control('deliveries/release');
    await sandbox.webhooksIdle();
    expect(await read()).toMatchObject([{ pending_webhooks: 0 }]);
  });
});
