import type Stripe from 'stripe';
import { describe, afterAll, beforeAll, expect, it } from 'vitest';
import { WIRE_TYPES, stripeSchemas, type StripeSchemas } from '../fidelity/check-exchange';
import { canBeDeferred, redirectMethods, redirectTypes, type RedirectType } from '../reference/method-types';
import { PUBLISHABLE_KEY, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';
import { payAtBank } from '../testing/pay-at-bank';

describe('way disputes', () => {
  const DISPUTE = 'GET /v1/disputes/:id';
  let sandbox: OpenSandbox;
  let schemas: StripeSchemas;
  beforeAll(async () => {
    schemas = stripeSchemas();
    // The first use of a schema takes seconds.
    issues({});
    sandbox = await openSandbox();
  }, 60_000);
  afterAll(() => sandbox.close());

  const issues = (value: unknown) => schemas.answerIssues(WIRE_TYPES[DISPUTE]?.answer ?? '', value);

  /** A payment by this way; cards pay at once. */
  async function paidBy(type: RedirectType | 'card') {
    const [currency = ''] = type === 'card' ? ['eur'] : redirectMethods[type].currencies;
    const account = `acct_quarrel${type.replaceAll('_', '')}`;
    const on = { stripeAccount: account };
    await sandbox.control('accounts/seed', { id: account, currency });
    await sandbox.control('accounts/way', { account, type, status: 'active' });
    const params = { amount: 5000, currency, allowed_payment_method_types: [type] };
    const card = { payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true };
    const made = await sandbox.stripe.paymentIntents.create(
      { ...params, ...(type === 'card' ? card : {}) },
      on,
    );
    const unpaid = { paymentIntentId: made.id, clientSecret: made.client_secret ?? '' };
    if (type !== 'card')
      await payAtBank({ url: sandbox.url, publishableKey: PUBLISHABLE_KEY, account }, unpaid, type);
    const dispute = async (kind: string) =>
      (await sandbox.control('disputes/create', { charge: made.id, kind })) as Stripe.Dispute;
    return {
      dispute,
      read: ({ id }: Stripe.Dispute) => sandbox.stripe.disputes.retrieve(id, {}, on),
      answer: ({ id }: Stripe.Dispute, text: string) =>
        sandbox.stripe.disputes.update(id, { evidence: { uncategorized_text: text } }, on),
      accept: ({ id }: Stripe.Dispute) => sandbox.stripe.disputes.close(id, {}, on),
      refund: () => sandbox.stripe.refunds.create({ payment_intent: made.id }, on),
      moved: async (dispute: Stripe.Dispute) =>
        (await sandbox.stripe.disputes.retrieve(dispute.id, {}, on)).balance_transactions.map(
          ({ amount }) => amount,
        ),
    };
  }

  const without = ['ideal', 'wero', 'bancontact', 'eps', 'p24', 'swish'] as const;
  const others = redirectTypes.filter(
    (type) => canBeDeferred(type) && !without.some((known) => known === type),
  );

  // Holds pay-345.
  it.each(without)('nobody can dispute a payment by %s', async (type) => {
    const { dispute } = await paidBy(type);
    await expect(dispute('fraudulent')).rejects.toThrow(type);
  });

  // Holds pay-345.
  it.each(others)(
    'a dispute of a payment by %s withdraws the money, and has the fields of Stripe’s types',
    async (type) => {
      const { dispute, read, moved } = await paidBy(type);
      const opened = await read(await dispute('fraudulent'));
      expect(opened.status).toBe('needs_response');
      expect(opened.payment_method_details?.type).toBe(type === 'amazon_pay' ? type : undefined);
      expect(issues(opened)).toEqual([]);
      expect(await moved(opened)).toEqual([-5000]);
    },
  );

  // Holds pay-345.
  it.each(['pix', 'upi'] as const)(
    'a dispute of a payment by %s cannot be contested, only accepted',
    async (type) => {
      const { dispute, answer, accept } = await paidBy(type);
      const opened = await dispute('fraudulent');
      expect((await refusal(answer(opened, 'winning_evidence'))).message).toMatch(/cannot be contested/);
      expect((await accept(opened)).status).toBe('lost');
    },
  );

  // Holds pay-345.
  it('Amazon Pay alone has claims, and names which of both kinds a dispute is', async () => {
    const amazon = await paidBy('amazon_pay');
    const claim = await amazon.read(await amazon.dispute('claim'));
    expect(claim).toMatchObject({
      reason: 'product_not_received',
      payment_method_details: { type: 'amazon_pay', amazon_pay: { dispute_type: 'claim' } },
    });
    expect(issues(claim)).toEqual([]);
    expect(await amazon.dispute('fraudulent')).toMatchObject({
      payment_method_details: { amazon_pay: { dispute_type: 'chargeback' } },
    });
    await expect(amazon.dispute('inquiry')).rejects.toThrow('inquiries');
    const card = await paidBy('card');
    await expect(card.dispute('claim')).rejects.toThrow('claims');
  });

  // Holds pay-346.
  it('an appeal opens a lost dispute again without moving money; won brings it back, lost leaves it', async () => {
    const { dispute, read, answer, refund, moved } = await paidBy('card');
    const lost = await dispute('fraudulent');
    const appeal = () => sandbox.control('disputes/appeal', { dispute: lost.id });
    const end = (outcome: string) => sandbox.control('disputes/close', { dispute: lost.id, outcome });
    await expect(appeal()).rejects.toThrow('404');
    await end('lost');
    for (const outcome of ['lost', 'won']) {
      expect(await appeal()).toMatchObject({ status: 'appeal_needs_response' });
      expect(issues(await read(lost))).toEqual([]);
      expect((await answer(lost, 'The buyer was there.')).status).toBe('appeal_under_review');
      expect((await refusal(refund())).code).toBe('charge_disputed');
      expect(await moved(lost)).toEqual([-5000]);
      await end(outcome);
      expect((await read(lost)).status).toBe(outcome);
    }
    expect(await moved(lost)).toEqual([-5000, 5000]);
    expect((await refund()).status).toBe('succeeded');
  });
});
