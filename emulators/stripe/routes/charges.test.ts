import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stripeFee } from '../events/fees';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox, subscribe } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
const onAda = { stripeAccount: ADA };
afterEach(() => sandbox.close());

describe('charges and what they book', () => {
  let stripe: Stripe;

  beforeEach(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
  });

  const pay = (
    extra: Partial<Stripe.PaymentIntentCreateParams> = {},
    options: Stripe.RequestOptions = onAda,
  ) =>
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
      const booked = async () =>
        (await stripe.charges.retrieve(chargeOf(paid), {}, onAda)).balance_transaction;
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
});

describe('disputes', () => {
  let stripe: Stripe;

  beforeEach(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
  });

  const pay = (method = 'pm_card_visa') =>
    stripe.paymentIntents.create(
      { amount: 1000, currency: 'usd', payment_method: method, confirm: true, use_stripe_sdk: true },
      onAda,
    );

  async function disputeOf(intent: string): Promise<Stripe.Dispute> {
    const { data } = await stripe.disputes.list({ payment_intent: intent }, onAda);
    if (!data[0]) throw new Error('There is no dispute.');
    return data[0];
  }

  async function disputed(method: string): Promise<Stripe.Dispute> {
    const { id } = await pay(method);
    await sandbox.control('clock/advance', { milliseconds: 2000 });
    await expect
      .poll(async () => (await stripe.disputes.list({ payment_intent: id }, onAda)).data.length)
      .toBe(1);
    return disputeOf(id);
  }

  const answer = (id: string, text: string) =>
    stripe.disputes.update(id, { evidence: { uncategorized_text: text } }, onAda);
  const disputeEvents = () => sandbox.endpoint.types().filter((type) => type.startsWith('charge.dispute'));

  // Holds pay-170.
  it('start on request, have a deadline of nine days, and withdraw the whole charge', async () => {
    const { id, latest_charge: charge } = await pay();
    const before = Math.floor(Date.now() / 1000);
    const { id: made } = (await sandbox.control('disputes/create', { charge: id })) as Stripe.Dispute;
    const dispute = await stripe.disputes.retrieve(made, {}, onAda);
    expect(dispute.created).toBeGreaterThanOrEqual(before);
    expect(dispute.created).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
    expect(dispute.evidence_details).toMatchObject({
      due_by: dispute.created + 9 * 24 * 3600,
      has_evidence: false,
      submission_count: 0,
    });
    expect(dispute).toMatchObject({ charge, payment_intent: id, currency: 'usd', amount: 1000 });
    expect(dispute.balance_transactions).toMatchObject([
      {
        source: made,
        type: 'adjustment',
        reporting_category: 'dispute',
        description: 'Chargeback withdrawal',
        net: -2500,
        fee_details: [{ type: 'stripe_fee', amount: 1500 }],
      },
    ]);
    await sandbox.control('disputes/close', { dispute: made, outcome: 'won' });
    const won = await stripe.disputes.retrieve(made, {}, onAda);
    expect(won.balance_transactions).toMatchObject([
      { amount: -1000, fee: 1500 },
      {
        source: made,
        amount: 1000,
        fee: 0,
        reporting_category: 'dispute_reversal',
        description: 'Chargeback reversal',
      },
    ]);
    await sandbox.webhooksIdle();
    const ours = sandbox.endpoint.received.filter(({ event }) => event.type.startsWith('charge.dispute'));
    expect(ours).toHaveLength(5);
    for (const { event } of ours)
      expect([event.account, event.data.object]).toMatchObject([ADA, { id: made }]);
  });

  it.each([
    ['pm_card_createDispute', 'fraudulent'],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received'],
  ])('caused by %s withdraw the money and block refunds', async (method, reason) => {
    const dispute = await disputed(method);
    expect(dispute).toMatchObject({
      status: 'needs_response',
      reason,
      amount: 1000,
      is_charge_refundable: false,
    });
    expect(dispute.balance_transactions).toMatchObject([
      { amount: -1000, fee: 1500, reporting_category: 'dispute' },
    ]);
    const charge = await stripe.charges.retrieve(idOf(dispute.charge), {}, onAda);
    expect(charge.disputed).toBe(true);
    const blocked = await refusal(stripe.refunds.create({ charge: charge.id }, onAda));
    expect(blocked.code).toBe('charge_disputed');
    await expect.poll(disputeEvents).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
  });

  // Holds pay-170.
  it('return the money when won, and keep it when lost', async () => {
    const won = await answer((await disputed('pm_card_createDispute')).id, 'winning_evidence');
    expect(won.status).toBe('won');
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-1000, 1000]);
    await expect
      .poll(disputeEvents)
      .toEqual(
        expect.arrayContaining([
          'charge.dispute.updated',
          'charge.dispute.closed',
          'charge.dispute.funds_reinstated',
        ]),
      );
    const lost = await answer((await disputed('pm_card_createDispute')).id, 'losing_evidence');
    expect(lost).toMatchObject({
      status: 'lost',
      evidence_details: { submission_count: 1, has_evidence: true },
    });
    expect(lost.balance_transactions).toHaveLength(1);
    expect((await refusal(answer(lost.id, 'winning_evidence'))).statusCode).toBe(400);
  });

  // Holds pay-107.
  it('move no money as an inquiry until they escalate', async () => {
    const inquiry = await disputed('pm_card_createDisputeInquiry');
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect(inquiry.balance_transactions).toEqual([]);
    const escalated = await answer(inquiry.id, 'escalate_inquiry_evidence');
    expect(escalated.status).toBe('needs_response');
    expect(escalated.balance_transactions).toHaveLength(1);
    const other = await disputed('pm_card_createDisputeInquiry');
    await stripe.refunds.create({ charge: idOf(other.charge), amount: 100 }, onAda);
    expect((await answer(other.id, 'winning_evidence')).status).toBe('warning_closed');
  });

  it('go under review with other evidence, and store evidence that is not submitted yet', async () => {
    const { id } = await disputed('pm_card_createDispute');
    const kept = await stripe.disputes.update(
      id,
      { evidence: { uncategorized_text: 'A.' }, submit: false },
      onAda,
    );
    expect(kept).toMatchObject({ status: 'needs_response', evidence_details: { submission_count: 0 } });
    expect((await stripe.disputes.update(id, { submit: true }, onAda)).status).toBe('under_review');
    expect((await stripe.disputes.close(id, {}, onAda)).status).toBe('lost');
  });

  // Holds pay-170.
  it('are past due when the deadline passes without an answer', async () => {
    const [silent, answered] = [
      await disputed('pm_card_createDispute'),
      await disputed('pm_card_createDispute'),
    ];
    expect(silent.evidence_details).toMatchObject({ past_due: false, submission_method: 'not_submitted' });
    await answer(answered.id, 'Here is the receipt.');
    await sandbox.control('clock/advance', { milliseconds: 10 * 24 * 3600 * 1000 });
    const details = async ({ id }: Stripe.Dispute) =>
      (await stripe.disputes.retrieve(id, {}, onAda)).evidence_details;
    expect(await details(silent)).toMatchObject({ past_due: true, submission_method: 'not_submitted' });
    expect(await details(answered)).toMatchObject({ past_due: false, submission_method: 'manual' });
  });

  // Holds pay-170.
  it('close an inquiry with its own status, and never move its money', async () => {
    const inquiry = await disputed('pm_card_createDisputeInquiry');
    expect(inquiry.reason).toBe('general');
    const reviewed = await answer(inquiry.id, 'Here is the receipt.');
    expect(reviewed).toMatchObject({ status: 'warning_under_review', is_charge_refundable: true });
    expect((await answer(inquiry.id, 'losing_evidence')).status).toBe('warning_closed');
    const second = await disputed('pm_card_createDisputeInquiry');
    expect((await stripe.disputes.close(second.id, {}, onAda)).status).toBe('warning_closed');
    const third = await disputed('pm_card_createDisputeInquiry');
    await sandbox.control('disputes/close', { dispute: third.id, outcome: 'prevented' });
    for (const { id } of [inquiry, second, third])
      expect((await stripe.disputes.retrieve(id, {}, onAda)).balance_transactions).toEqual([]);
    await sandbox.webhooksIdle();
    expect(disputeEvents().filter((type) => type.includes('funds'))).toEqual([]);
  });

  // Holds pay-170.
  it('block refunds while a chargeback is open or lost, and then accept no further change', async () => {
    const { id, charge } = await disputed('pm_card_createDispute');
    const refund = () => refusal(stripe.refunds.create({ charge: idOf(charge) }, onAda));
    const reviewed = await answer(id, 'escalate_inquiry_evidence');
    expect(reviewed.status).toBe('under_review');
    expect(reviewed.balance_transactions).toHaveLength(1);
    expect((await refund()).code).toBe('charge_disputed');
    await stripe.disputes.close(id, {}, onAda);
    expect((await refund()).code).toBe('charge_disputed');
    for (const late of [answer(id, 'winning_evidence'), stripe.disputes.close(id, {}, onAda)])
      expect((await refusal(late)).code).toBe('status_transition_invalid');
    expect((await stripe.disputes.retrieve(id, {}, onAda)).status).toBe('lost');
  });

  // Holds pay-170.
  it('belong to one account, are listed by charge, and keep their metadata', async () => {
    const [one, other] = [
      await disputed('pm_card_createDispute'),
      await disputed('pm_card_createDisputeInquiry'),
    ];
    const list = async (filter: Stripe.DisputeListParams, options?: Stripe.RequestOptions) =>
      (await stripe.disputes.list(filter, options)).data.map(({ id }) => id);
    expect(await list({ charge: idOf(one.charge) }, onAda)).toEqual([one.id]);
    expect(await list({ charge: idOf(other.charge) }, onAda)).toEqual([other.id]);
    expect(await list({ charge: idOf(one.charge), payment_intent: 'pi_other' }, onAda)).toEqual([]);
    expect(await list({})).toEqual([]);
    const foreign = await refusal(stripe.disputes.retrieve(one.id));
    expect([foreign.statusCode, foreign.code, foreign.param]).toEqual([404, 'resource_missing', 'dispute']);
    await stripe.disputes.update(one.id, { metadata: { case: '7' } }, onAda);
    const noted = await stripe.disputes.update(one.id, { metadata: { team: 'b' } }, onAda);
    expect(noted).toMatchObject({ status: 'needs_response', metadata: { case: '7', team: 'b' } });
    expect((await answer(one.id, 'More.')).metadata).toEqual({ case: '7', team: 'b' });
  });

  it('open and close by control call', async () => {
    const { id } = await pay();
    const made = (await sandbox.control('disputes/create', { charge: id })) as Stripe.Dispute;
    expect(made.status).toBe('needs_response');
    const closed = await sandbox.control('disputes/close', { dispute: made.id, outcome: 'prevented' });
    expect(closed).toMatchObject({ status: 'prevented' });
    expect((await stripe.refunds.create({ payment_intent: id }, onAda)).amount).toBe(1000);
  });

  // Holds pay-170.
  it('start with an early fraud warning on request', async () => {
    const { id } = await pay('pm_card_createIssuerFraudRecord');
    await sandbox.control('clock/advance', { milliseconds: 2000 });
    await expect.poll(() => sandbox.endpoint.types()).toContain('radar.early_fraud_warning.created');
    const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: id }, onAda);
    expect(data).toMatchObject([{ actionable: true, payment_intent: id }]);
    const [found] = data;
    const { earlyFraudWarnings: warnings } = stripe.radar;
    const read = (options?: Stripe.RequestOptions) => warnings.retrieve(found?.id ?? '', {}, options);
    expect((await read(onAda)).id).toBe(found?.id);
    const foreign = await refusal(read());
    expect([foreign.statusCode, foreign.code, foreign.param]).toEqual([404, 'resource_missing', 'id']);
    expect((await warnings.list({ charge: 'ch_other' }, onAda)).data).toEqual([]);
    expect((await warnings.list({})).data).toEqual([]);
    await stripe.refunds.create({ payment_intent: id }, onAda);
    expect((await read(onAda)).actionable).toBe(false);
  });
});

describe('customers', () => {
  const on = { stripeAccount: ADA };
  const email = 'Nina.Up@Example.com';
  beforeEach(async () => {
    sandbox = await openSandbox();
  });

  const listed = async (asked: string) =>
    (await sandbox.stripe.customers.list({ email: asked }, on)).data.length;
  const searched = async (query: string) =>
    (await sandbox.stripe.customers.search({ query }, on)).data.map((customer) => customer.email);
  const waitAMinute = () => sandbox.control('clock/advance', { milliseconds: 61_000 });

  it('are listed by the address as it was written, with its capital letters', async () => {
    await subscribe(sandbox, on, { email });
    expect([await listed(email), await listed(email.toLowerCase())]).toEqual([1, 0]);
  });

  it('are found by a search whatever the capital letters, a minute after they were made', async () => {
    await subscribe(sandbox, on, { email });
    expect(await searched(`email:"${email}"`)).toEqual([]);
    await waitAMinute();
    expect(await searched('email:"nina.up@example.com"')).toEqual([email]);
    expect(await searched("email:'NINA.UP@EXAMPLE.COM'")).toEqual([email]);
    expect(await searched('email:"nina@example.com"')).toEqual([]);
  });

  it('are searched page by page, the newest first', async () => {
    for (const name of ['a', 'A', 'a']) await subscribe(sandbox, on, { email: `${name}@example.com` });
    await waitAMinute();
    const query = { query: 'email:"a@example.com"', limit: 2 };
    const first = await sandbox.stripe.customers.search(query, on);
    expect(first).toMatchObject({ object: 'search_result', has_more: true });
    const all = await sandbox.stripe.customers.search(query, on).autoPagingToArray({ limit: 10 });
    expect(all.map((customer) => customer.email)).toEqual([
      'a@example.com',
      'A@example.com',
      'a@example.com',
    ]);
  });

  it.each(['name:"Nina"', 'email~"nina"', 'email:"nina" OR email:"up"', 'nina'])(
    'are not searched by %s, and the sandbox says what it supports',
    async (query) => {
      const refused = await refusal(sandbox.stripe.customers.search({ query }, on));
      expect(refused).toMatchObject({ statusCode: 400, param: 'query' });
      expect(refused.message).toContain('email:"…"');
    },
  );
});
