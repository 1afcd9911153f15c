import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
let stripe: Stripe;
const onAda = { stripeAccount: ADA };

beforeEach(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.stripe;
});
afterEach(() => sandbox.close());

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

describe('disputes', () => {
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
