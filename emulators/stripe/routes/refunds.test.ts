import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
let stripe: Stripe;
const onAda = { stripeAccount: ADA };

beforeEach(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.stripe;
});
afterEach(() => sandbox.close());

const pay = (method = 'pm_card_visa', extra: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create(
    { amount: 1000, currency: 'usd', payment_method: method, confirm: true, use_stripe_sdk: true, ...extra },
    onAda,
  );
const refund = (intent: string, amount?: number) =>
  stripe.refunds.create({ payment_intent: intent, ...(amount !== undefined && { amount }) }, onAda);
const chargeOf = async (intent: string) => {
  const { latest_charge } = await stripe.paymentIntents.retrieve(
    intent,
    { expand: ['latest_charge'] },
    onAda,
  );
  return latest_charge as Stripe.Charge;
};

const bookedAs = async (id: unknown) => {
  const { type, reporting_category, description, amount, source, net } =
    await stripe.balanceTransactions.retrieve(String(id), {}, onAda);
  return { type, reporting_category, description, amount, source, net };
};

describe('refunds', () => {
  // Holds pay-169.
  it('book the refund and the return of a failed one, and send both events to the connect endpoint', async () => {
    const { id } = await pay();
    const made = await refund(id, 300);
    const gone = { type: 'refund', reporting_category: 'refund', amount: -300, net: -300 };
    expect(await bookedAs(made.balance_transaction)).toEqual({
      ...gone,
      source: made.id,
      description: 'REFUND FOR CHARGE',
    });
    await sandbox.control('refunds/fail', { refund: made.id });
    const failed = await stripe.refunds.retrieve(made.id, {}, onAda);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    const back = { type: 'refund_failure', reporting_category: 'refund_failure', amount: 300, net: 300 };
    expect(await bookedAs(failed.failure_balance_transaction)).toEqual({
      ...back,
      source: made.id,
      description: 'REFUND FAILURE',
    });
    await sandbox.webhooksIdle();
    const delivered = sandbox.endpoint.received.filter(({ event }) => /refund/.test(event.type));
    expect(delivered.map(({ event }) => event.type).sort()).toEqual([
      'charge.refund.updated',
      'charge.refunded',
      'refund.created',
      'refund.failed',
    ]);
    expect(delivered.every(({ event, scope }) => event.account === ADA && scope === 'connect')).toBe(true);
    const refunded = delivered.find(({ event }) => event.type === 'charge.refunded');
    const charges = sandbox.endpoint.received.filter(({ event }) => event.type === 'charge.updated');
    expect(charges.map(({ event }) => event.data.previous_attributes)).toContainEqual({
      amount_refunded: 300,
    });
    expect(refunded?.event.data).toMatchObject({
      object: { amount_refunded: 300 },
      previous_attributes: { amount_refunded: 0 },
    });
  });

  // Holds pay-169.
  it('fail once, and then cannot change', async () => {
    const { id } = await pay();
    const [made, other] = [await refund(id, 300), await refund(id, 200)];
    for (let times = 0; times < 2; times += 1) {
      await sandbox.control('refunds/fail', { refund: made.id });
      expect(await chargeOf(id)).toMatchObject({ amount_refunded: 200, refunded: false });
    }
    await sandbox.control('refunds/settle', { refund: made.id });
    expect((await stripe.refunds.retrieve(made.id, {}, onAda)).status).toBe('failed');
    expect((await stripe.refunds.retrieve(other.id, {}, onAda)).status).toBe('succeeded');
    expect((await refund(id)).amount).toBe(800);
  });

  it('keep their reason and their metadata', async () => {
    const { id } = await pay();
    const asked = { amount: 100, reason: 'duplicate', metadata: { request: 'r1' } } as const;
    const made = await stripe.refunds.create({ payment_intent: id, ...asked }, onAda);
    expect(made).toMatchObject(asked);
    expect(await refund(id, 1)).toMatchObject({ amount: 1, reason: null });
    for (const reason of ['fraudulent', 'requested_by_customer'] as const)
      expect(
        await stripe.refunds.create({ charge: idOf(made.charge ?? ''), amount: 1, reason }, onAda),
      ).toMatchObject({ reason });
    expect(await stripe.refunds.retrieve(made.id, {}, onAda)).toMatchObject(asked);
    const raw = stripe.rawRequest('POST', '/v1/refunds', { payment_intent: id, reason: 'bored' }, onAda);
    expect((await refusal(raw)).param).toBe('reason');
  });

  it('are refused for a declined charge', async () => {
    const declined = await refusal(pay('pm_card_chargeDeclined'));
    const { charge = '' } = declined;
    expect((await refusal(stripe.refunds.create({ charge }, onAda))).code).toBe('charge_not_refundable');
  });

  it('are listed by payment and by charge, and refuse an unknown id', async () => {
    const [one, other] = [await pay(), await pay()];
    const [first, second] = [await refund(one.id, 100), await refund(other.id, 200)];
    const ids = async (params: Stripe.RefundListParams) =>
      (await stripe.refunds.list(params, onAda)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ payment_intent: one.id })).toEqual([first.id]);
    expect(await ids({ charge: idOf(second.charge ?? '') })).toEqual([second.id]);
    expect(await ids({ payment_intent: one.id, charge: idOf(second.charge ?? '') })).toEqual([]);
    const byCharge = await stripe.refunds.create({ charge: idOf(first.charge ?? ''), amount: 50 }, onAda);
    expect(byCharge).toMatchObject({ payment_intent: one.id, amount: 50 });
    const unknown = await refusal(stripe.refunds.create({ charge: 'ch_unknown' }, onAda));
    expect([unknown.code, unknown.param]).toEqual(['resource_missing', 'charge']);
    const foreign = await refusal(stripe.refunds.retrieve(first.id));
    expect([foreign.statusCode, foreign.code, foreign.param]).toEqual([404, 'resource_missing', 'refund']);
    expect((await stripe.refunds.list({})).data).toEqual([]);
  });

  // Holds pay-169.
  it('accept a partial refund, then the rest, then none', async () => {
    const { id } = await pay();
    expect(await refund(id, 300)).toMatchObject({ amount: 300, status: 'succeeded', currency: 'usd' });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 300, refunded: false, status: 'succeeded' });
    expect((await refusal(refund(id, 701))).param).toBe('amount');
    expect((await refund(id, 200)).pending_reason ?? null).toBeNull();
    expect((await refund(id)).amount).toBe(500);
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 1000, refunded: true });
    expect((await refusal(refund(id))).code).toBe('charge_already_refunded');
    expect((await stripe.paymentIntents.retrieve(id, {}, onAda)).status).toBe('succeeded');
    const list = await stripe.refunds.list({ payment_intent: id }, onAda);
    expect(list.data.map(({ amount }) => amount)).toEqual([500, 200, 300]);
    expect((await stripe.refunds.list({ payment_intent: 'pi_other' }, onAda)).data).toEqual([]);
  });

  it('are refused for an unpaid payment', async () => {
    const open = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);
    const early = await refusal(refund(open.id));
    expect([early.code, early.param]).toEqual(['payment_intent_unexpected_state', 'payment_intent']);
    expect((await refusal(refund('pi_unknown'))).code).toBe('resource_missing');
    const nothing = await refusal(stripe.refunds.create({}, onAda));
    expect([nothing.code, nothing.param]).toEqual(['parameter_missing', 'payment_intent']);
  });

  it('never exceed the paid amount, even when they run in parallel', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 2, maxLength: 8 }),
        async (amounts) => {
          const { id } = await pay();
          const given = await Promise.all(
            amounts.map((amount) =>
              refund(id, amount).then(
                () => amount,
                () => 0,
              ),
            ),
          );
          const total = given.reduce((sum, amount) => sum + amount, 0);
          expect(total).toBeLessThanOrEqual(1000);
          expect((await chargeOf(id)).amount_refunded).toBe(total);
        },
      ),
      { numRuns: 15 * inject('times') },
    );
  });

  // Holds pay-169.
  it('refund exactly what is left, and no application fee when there is none', async () => {
    const own = { amount: 1000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true } as const;
    const { id: payment_intent } = await stripe.paymentIntents.create({ ...own, use_stripe_sdk: true });
    const share = await refusal(stripe.refunds.create({ payment_intent, refund_application_fee: true }));
    expect(share.param).toBe('refund_application_fee');
    expect((await stripe.refunds.create({ payment_intent, amount: 1000 })).amount).toBe(1000);
  });

  // Holds pay-169.
  it('return the application fee in proportion when requested', async () => {
    const { id } = await pay('pm_card_visa', { application_fee_amount: 100 });
    const shared = { payment_intent: id, amount: 250, refund_application_fee: true };
    const withShare = await stripe.refunds.create({ ...shared, expand: ['balance_transaction'] }, onAda);
    // The owner gets the share back: it is a negative fee of the refund's own balance transaction.
    expect(withShare.balance_transaction).toMatchObject({ amount: -250, fee: -25, net: -225 });
    const without = await stripe.refunds.create({ payment_intent: id, amount: 250 }, onAda);
    expect(await bookedAs(without.balance_transaction)).toMatchObject({ net: -250 });
    await sandbox.webhooksIdle();
    const delivered = sandbox.endpoint.received.find(
      ({ event }) => event.type === 'application_fee.refunded',
    );
    expect(delivered?.scope).toBe('account');
    expect(delivered?.event.data.object).toMatchObject({ amount: 100, amount_refunded: 25, refunded: false });
  });

  // Holds pay-169.
  it('can be pending, settle later, and send an event', async () => {
    const { id } = await pay('pm_card_pendingRefund');
    const made = await refund(id);
    expect(made).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    await sandbox.control('clock/advance', { milliseconds: 2000 });
    await expect
      .poll(async () => (await stripe.refunds.retrieve(made.id, {}, onAda)).status)
      .toBe('succeeded');
    await expect
      .poll(() => sandbox.endpoint.types())
      .toEqual(
        expect.arrayContaining([
          'refund.created',
          'charge.refunded',
          'refund.updated',
          'charge.refund.updated',
        ]),
      );
  });

  // Holds pay-169.
  it('can fail later: the money returns to the account, and the refund can be tried again', async () => {
    const { id } = await pay('pm_card_refundFail');
    const made = await refund(id);
    expect(made.status).toBe('succeeded');
    await sandbox.control('clock/advance', { milliseconds: 2000 });
    await expect.poll(async () => (await stripe.refunds.retrieve(made.id, {}, onAda)).status).toBe('failed');
    const failed = await stripe.refunds.retrieve(made.id, { expand: ['failure_balance_transaction'] }, onAda);
    expect(failed.failure_reason).toBe('expired_or_canceled_card');
    expect(failed.failure_balance_transaction).toMatchObject({ amount: 1000, type: 'refund_failure' });
    expect((await chargeOf(id)).amount_refunded).toBe(0);
    await expect.poll(() => sandbox.endpoint.types()).toContain('refund.failed');
    expect((await refund(id)).amount).toBe(1000);
  });

  it('settle and fail by control call', async () => {
    const { id } = await pay('pm_card_pendingRefund');
    const made = await refund(id, 100);
    expect(await sandbox.control('refunds/fail', { refund: made.id })).toMatchObject({ status: 'failed' });
    const other = await refund(id, 100);
    expect(await sandbox.control('refunds/settle', { refund: other.id })).toMatchObject({
      status: 'succeeded',
    });
  });
});
