import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

describe('events', () => {
  let sandbox: OpenSandbox;
  let stripe: Stripe;
  const onAda = { stripeAccount: ADA };

  beforeEach(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
  });
  afterEach(() => sandbox.close());

  const open = () => stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);

  describe('events', () => {
    it('are listed by type, by several types and by wildcard, newest first', async () => {
      const { id } = await open();
      await stripe.paymentIntents.cancel(id, {}, onAda);
      const types = async (params: Stripe.EventListParams) =>
        (await stripe.events.list(params, onAda)).data.map(({ type }) => type);
      expect(await types({})).toEqual(['payment_intent.canceled', 'payment_intent.created']);
      expect(await types({ type: 'payment_intent.created' })).toEqual(['payment_intent.created']);
      expect(await types({ types: ['payment_intent.canceled', 'charge.failed'] })).toEqual([
        'payment_intent.canceled',
      ]);
      expect(await types({ type: 'payment_intent.*' })).toHaveLength(2);
      expect(await types({ type: 'charge.*' })).toEqual([]);
      expect(await types({ type: 'payment_*' })).toHaveLength(2);
      expect(await types({ type: 'payout.*' })).toEqual([]);
      const both = await refusal(stripe.events.list({ type: 'a', types: ['b'] }, onAda));
      expect([both.code, both.param]).toEqual(['parameters_exclusive', 'types']);
      // Without a wildcard the whole type must match.
      expect(await types({ type: 'payment_intent.createx' })).toEqual([]);
    });

    // Holds pay-177.
    it('belong to one account and are kept for thirty days', async () => {
      await open();
      const [event] = (await stripe.events.list({}, onAda)).data;
      const id = event?.id ?? '';
      expect((await stripe.events.retrieve(id, {}, onAda)).id).toBe(id);
      const foreign = await refusal(stripe.events.retrieve(id));
      expect([foreign.statusCode, foreign.code, foreign.param]).toEqual([404, 'resource_missing', 'id']);
      const days = (count: number) =>
        sandbox.control('clock/advance', { milliseconds: count * 24 * 3600 * 1000 });
      await days(29);
      expect((await stripe.events.retrieve(id, {}, onAda)).id).toBe(id);
      expect((await stripe.events.list({}, onAda)).data).toHaveLength(1);
      await days(1);
      expect((await refusal(stripe.events.retrieve(id, {}, onAda))).statusCode).toBe(404);
      expect((await stripe.events.list({}, onAda)).data).toEqual([]);
    });

    it('with a failed delivery are listed, and can be sent again', async () => {
      await sandbox.control('webhookFaults', { drop: 1 });
      await open();
      await sandbox.control('webhookFaults', { drop: 0 });
      await open();
      await sandbox.webhooksIdle();
      const lost = (await stripe.events.list({ delivery_success: false }, onAda)).data;
      expect(lost).toHaveLength(1);
      expect((await stripe.events.list({ delivery_success: true }, onAda)).data).toHaveLength(1);
      await sandbox.control('events/resend', { event: lost[0]?.id });
      expect(sandbox.endpoint.received.map(({ event }) => event.id)).toContain(lost[0]?.id);
      expect((await stripe.events.list({ delivery_success: false }, onAda)).data).toEqual([]);
    });

    // Holds pay-179.
    it('have deliveries that can be held, and sent in another order', async () => {
      await sandbox.control('webhookFaults', { hold: true });
      const { id } = await open();
      await stripe.paymentIntents.cancel(id, {}, onAda);
      const held = (await sandbox.control('deliveries/list', { state: 'held' })) as {
        id: string;
        type: string;
      }[];
      expect(held.map(({ type }) => type)).toEqual(['payment_intent.created', 'payment_intent.canceled']);
      expect(sandbox.endpoint.received).toEqual([]);
      await sandbox.control('deliveries/send', { ids: held.map((one) => one.id).reverse() });
      expect(sandbox.endpoint.types()).toEqual(['payment_intent.canceled', 'payment_intent.created']);
    });

    // Holds pay-179.
    it('have held deliveries that can be released or dropped', async () => {
      await sandbox.control('webhookFaults', { hold: true });
      await open();
      await open();
      const [first] = (await sandbox.control('deliveries/list', {})) as { id: string }[];
      expect(await sandbox.control('deliveries/drop', { ids: [first?.id] })).toEqual({ dropped: 1 });
      expect(await sandbox.control('deliveries/release')).toEqual({ released: 1 });
      await sandbox.webhooksIdle();
      expect(sandbox.endpoint.received).toHaveLength(1);
    });
  });

  describe('control calls', () => {
    it('refuse another origin, an unknown host and an invalid body', async () => {
      const status = async (headers: Record<string, string>, body: unknown = {}) =>
        (await sandbox.post('/__sandbox/faults/clear', body, headers)).status;
      expect(await status({})).toBe(200);
      expect(await status({ origin: sandbox.url })).toBe(200);
      expect(await status({ origin: 'https://evil.example' })).toBe(403);
      expect(await status({ origin: 'http://127.0.0.1:1' })).toBe(403);
      expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await status({}, { unknown: 1 })).toBe(400);
      expect((await sandbox.post('/__sandbox/nothing', {})).status).toBe(404);
      expect((await fetch(`${sandbox.url}/__sandbox/reset`)).status).toBe(405);
    });

    it('can reset the state to the seeded accounts', async () => {
      await open();
      await sandbox.control('reset');
      expect((await stripe.paymentIntents.list({}, onAda)).data).toEqual([]);
      expect((await stripe.accounts.retrieve(ADA)).charges_enabled).toBe(true);
    });
  });
});

describe('payouts', () => {
  let sandbox: OpenSandbox;
  const onAda = { stripeAccount: ADA };
  const DAY = 24 * 3600_000;

  beforeEach(async () => {
    sandbox = await openSandbox();
  });
  afterEach(() => sandbox.close());

  const pay = (amount = 1500, method = 'pm_card_bypassPending', currency = 'usd') =>
    sandbox.stripe.paymentIntents.create(
      { amount, currency, payment_method: method, confirm: true, use_stripe_sdk: true },
      onAda,
    );
  const advance = (milliseconds: number) => sandbox.control('clock/advance', { milliseconds });
  const payouts = async () => (await sandbox.stripe.payouts.list({ limit: 100 }, onAda)).data;
  const balance = async () => {
    const { available, pending } = await sandbox.stripe.balance.retrieve({}, onAda);
    const usd = (part: typeof available) => part.find(({ currency }) => currency === 'usd')?.amount;
    return { available: usd(available), pending: usd(pending) };
  };
  const linesOf = async (payout: string) =>
    (await sandbox.stripe.balanceTransactions.list({ payout, limit: 100 }, onAda)).data;
  const sum = (lines: readonly { readonly net: number }[]) => lines.reduce((all, { net }) => all + net, 0);

  /** Waits until every succeeded charge is booked. */
  const booked = async () => {
    await advance(500);
    await expect
      .poll(async () => (await sandbox.stripe.charges.list({ limit: 100 }, onAda)).data)
      .toSatisfy((charges: { status: string; balance_transaction: unknown }[]) =>
        charges.every((charge) => charge.status !== 'succeeded' || charge.balance_transaction !== null),
      );
  };

  describe('the balance', () => {
    it('holds new money as pending for two days, and then as available', async () => {
      await pay(1500, 'pm_card_visa');
      await booked();
      expect(await balance()).toEqual({ available: 0, pending: 1426 });
      await sandbox.control('payouts/schedule', { account: ADA, interval: 'manual' });
      await advance(3 * DAY);
      expect(await balance()).toEqual({ available: 1426, pending: 0 });
    });

    it('falls below zero after a refund that it cannot cover, and nothing is paid out', async () => {
      const { id } = await pay();
      await booked();
      await sandbox.control('payouts/now', { account: ADA });
      await sandbox.stripe.refunds.create({ payment_intent: id }, onAda);
      expect((await balance()).available).toBe(-1500);
      await advance(2 * DAY);
      expect(await payouts()).toHaveLength(1);
    });
  });

  // Holds pay-213.
  describe('automatic payouts', () => {
    it('are made at the next midnight, and arrive a day later', async () => {
      await pay();
      await booked();
      await advance(DAY);
      await expect.poll(payouts).toMatchObject([{ amount: 1426, automatic: true, status: 'pending' }]);
      expect(await balance()).toEqual({ available: 0, pending: 0 });
      await advance(DAY + 2000);
      await expect.poll(payouts).toMatchObject([{ status: 'paid', reconciliation_status: 'completed' }]);
      await sandbox.webhooksIdle();
      expect(sandbox.endpoint.types().filter((type) => type.startsWith('payout.'))).toEqual([
        'payout.created',
        'payout.reconciliation_completed',
        'payout.paid',
      ]);
    });

    it('are made on the days of a weekly or monthly schedule only', async () => {
      const settings = async () =>
        (await sandbox.stripe.balanceSettings.retrieve({}, onAda)).payments.payouts?.schedule;
      expect(await settings()).toEqual({ interval: 'daily' });
      await sandbox.control('payouts/schedule', { account: ADA, interval: 'weekly', days: ['friday'] });
      expect(await settings()).toEqual({ interval: 'weekly', weekly_payout_days: ['friday'] });
      await pay();
      await booked();
      await advance(7 * DAY);
      await expect.poll(async () => (await payouts()).length).toBe(1);
      await sandbox.control('payouts/schedule', { account: ADA, interval: 'monthly', days: [1, 31] });
      expect(await settings()).toEqual({ interval: 'monthly', monthly_payout_days: [1, 31] });
      await sandbox.control('payouts/schedule', { account: ADA, interval: 'manual' });
      await pay();
      await booked();
      await advance(62 * DAY);
      expect(await payouts()).toHaveLength(1);
    });

    it('fail when the bank refuses them, return the money, and pause until another bank account is given', async () => {
      await sandbox.control('payouts/bank', { account: ADA, number: '000111111116' });
      await pay();
      await booked();
      await sandbox.control('payouts/now', { account: ADA });
      const [made] = await payouts();
      await sandbox.control('payouts/settle', { payout: made?.id });
      expect(await payouts()).toMatchObject([{ status: 'failed', failure_code: 'no_account' }]);
      expect((await balance()).available).toBe(1426);
      const { payments } = await sandbox.stripe.balanceSettings.retrieve({}, onAda);
      expect(payments.payouts?.status).toBe('disabled');
      await advance(3 * DAY);
      expect(await payouts()).toHaveLength(1);
      await sandbox.control('payouts/bank', { account: ADA, number: '000123456789' });
      await advance(2 * DAY);
      await expect.poll(payouts).toHaveLength(2);
      await advance(DAY + 2000);
      await expect
        .poll(async () => (await payouts()).map(({ status }) => status))
        .toEqual(['paid', 'failed']);
      const [second] = await payouts();
      const lines = await linesOf(second?.id ?? '');
      expect(lines.map(({ type }) => type).toSorted()).toEqual(['payout', 'payout_failure']);
    });

    it('are made for each currency by itself', async () => {
      await pay(1500, undefined, 'usd');
      await pay(900, undefined, 'jpy');
      await booked();
      await sandbox.control('payouts/now', { account: ADA });
      expect((await payouts()).map(({ currency }) => currency).toSorted()).toEqual(['jpy', 'usd']);
    });
  });

  describe('payouts by hand', () => {
    it('take from what is available, and Stripe does not list what is in them', async () => {
      await pay();
      await booked();
      const tooMuch = sandbox.stripe.payouts.create({ amount: 1427, currency: 'usd' }, onAda);
      expect(await refusal(tooMuch)).toMatchObject({ code: 'balance_insufficient' });
      const made = await sandbox.stripe.payouts.create({ amount: 1000, currency: 'usd' }, onAda);
      expect(made).toMatchObject({ automatic: false, reconciliation_status: 'not_applicable' });
      expect((await balance()).available).toBe(426);
      expect(await refusal(linesOf(made.id))).toMatchObject({ statusCode: 400, param: 'payout' });
      expect(await refusal(linesOf('po_none'))).toMatchObject({ code: 'resource_missing' });
    });
  });

  type Act =
    'pay' | 'pay later' | 'pay yen' | 'refund' | 'dispute' | 'win' | 'by hand' | 'pay out' | 'fail' | 'day';
  const acts = fc.array(
    fc.constantFrom<Act>(
      ...(['pay', 'pay', 'pay later', 'pay yen', 'refund', 'dispute', 'win'] as const),
      ...(['by hand', 'pay out', 'fail', 'day'] as const),
    ),
    { minLength: 4, maxLength: 14 },
  );

  /** One act of a random history. An act that is not possible now changes nothing. */
  async function perform(act: Act): Promise<void> {
    const { stripe } = sandbox;
    const newest = async () => (await stripe.paymentIntents.list({ limit: 1 }, onAda)).data[0]?.id ?? '';
    const tried = (promise: Promise<unknown>) =>
      promise.then(
        () => undefined,
        () => undefined,
      );
    switch (act) {
      case 'pay':
      case 'pay yen':
        await pay(1500, undefined, act === 'pay' ? 'usd' : 'jpy');
        return booked();
      case 'pay later':
        await pay(2000, 'pm_card_visa');
        return booked();
      case 'refund':
        return tried(stripe.refunds.create({ payment_intent: await newest(), amount: 300 }, onAda));
      case 'dispute':
        return tried(sandbox.control('disputes/create', { charge: await newest() }));
      case 'win': {
        const { data } = await stripe.disputes.list({ limit: 1 }, onAda);
        return tried(sandbox.control('disputes/close', { dispute: data[0]?.id ?? '', outcome: 'won' }));
      }
      case 'by hand':
        return tried(stripe.payouts.create({ amount: 200, currency: 'usd' }, onAda));
      case 'pay out':
        return tried(sandbox.control('payouts/now', { account: ADA }));
      case 'fail': {
        const [last] = await payouts();
        await tried(sandbox.control('payouts/fail', { payout: last?.id ?? '' }));
        return tried(sandbox.control('payouts/bank', { account: ADA, number: '000123456789' }));
      }
      case 'day':
        await advance(DAY);
        return booked();
    }
  }

  // Holds pay-213.
  it('the lines of every automatic payout add up to it, and no line is in two payouts, in any history', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (history) => {
        await sandbox.control('reset');
        for (const act of history) await perform(act);
        const all = await payouts();
        const seen: string[] = [];
        for (const payout of all.filter(({ automatic }) => automatic)) {
          const lines = (await linesOf(payout.id)).filter(({ type }) => type !== 'payout');
          expect(sum(lines)).toBe(payout.amount);
          expect(new Set(lines.map(({ currency }) => currency))).toEqual(new Set([payout.currency]));
          seen.push(...lines.map(({ id }) => id));
        }
        expect(new Set(seen).size).toBe(seen.length);
        const every = (await sandbox.stripe.balanceTransactions.list({ limit: 100 }, onAda)).data;
        const { available = 0, pending = 0 } = await balance();
        expect(available + pending).toBe(sum(every.filter(({ currency }) => currency === 'usd')));
      }),
      { numRuns: 15 * inject('times') },
    );
  }, 120_000);
});

describe('refunds', () => {
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
      {
        amount: 1000,
        currency: 'usd',
        payment_method: method,
        confirm: true,
        use_stripe_sdk: true,
        ...extra,
      },
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
      expect(await chargeOf(id)).toMatchObject({
        amount_refunded: 300,
        refunded: false,
        status: 'succeeded',
      });
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
      expect(delivered?.event.data.object).toMatchObject({
        amount: 100,
        amount_refunded: 25,
        refunded: false,
      });
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
      await expect
        .poll(async () => (await stripe.refunds.retrieve(made.id, {}, onAda)).status)
        .toBe('failed');
      const failed = await stripe.refunds.retrieve(
        made.id,
        { expand: ['failure_balance_transaction'] },
        onAda,
      );
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
});
