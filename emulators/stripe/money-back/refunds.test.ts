import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { stripeSchemas, type StripeSchemas } from '../fidelity/check-exchange';
import { WIRE_TYPES } from '../fidelity/wire-types';
import { canBeDeferred, redirectMethods, redirectTypes, type RedirectType } from '../reference/method-types';
import { cardFields, fanIn, pressPay } from '../testing/hosted-page';
import {
  ADA,
  PUBLISHABLE_KEY,
  idOf,
  openSandbox,
  refusal,
  type OpenSandbox,
  payAtBank,
} from '../testing/open-sandbox';

describe('presentment', () => {
  const onAda = { stripeAccount: ADA };
  let folder = '';
  let sandbox: OpenSandbox;
  let schemas: StripeSchemas;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'busker-presentment-'));
    sandbox = await openSandbox({ stateFile: join(folder, 'stripe.log') });
    schemas = stripeSchemas();
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  /** A payment of a fan in their own currency. */
  async function pay(amount: number, country: string, currency: string) {
    const { id } = await sandbox.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: amount, product_data: { name: 'Tip' } },
          },
        ],
        success_url: 'https://busker.test/',
        customer_email: fanIn(country),
        adaptive_pricing: { enabled: true },
      },
      onAda,
    );
    await pressPay(sandbox, id, { ...cardFields('4242424242424242'), currency });
    const session = await sandbox.stripe.checkout.sessions.retrieve(id, {}, onAda);
    return {
      session,
      intent: idOf(session.payment_intent ?? ''),
      paid: session.presentment_details?.presentment_amount ?? 0,
    };
  }

  async function refund(intent: string, amount?: number) {
    const params = { payment_intent: intent, ...(amount !== undefined && { amount }) };
    const made = await sandbox.stripe.refunds.create(params, onAda);
    const { presentment_amount: given = -1, presentment_currency: currency = '' } =
      made.presentment_details ?? {};
    return { made, given, currency };
  }

  // Holds pay-341.
  it('a refund is a rounded part of what the fan paid, and the refunds of the whole add up to it', async () => {
    const { intent, paid } = await pay(1000, 'DE', 'eur');
    expect(paid).toBe(957);
    const first = await refund(intent, 333);
    expect(first).toMatchObject({ made: { amount: 333, currency: 'usd' }, given: 319, currency: 'eur' });
    expect((await refund(intent, 333)).given).toBe(318);
    expect((await refund(intent)).given).toBe(320);
    const receipt = await fetch(
      (await sandbox.stripe.charges.list({ payment_intent: intent }, onAda)).data[0]?.receipt_url ?? '',
    );
    expect((await receipt.text()).match(/€9\.57/g)).toHaveLength(2);
  });

  // Holds pay-341.
  it('refunds of any parts, some of which fail, never exceed what the fan paid and add up to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 50, max: 20_000 }),
        fc.constantFrom(['DE', 'eur'] as const, ['JP', 'jpy'] as const, ['KR', 'krw'] as const),
        fc.array(fc.record({ share: fc.double({ min: 0, max: 0.6, noNaN: true }), fails: fc.boolean() }), {
          maxLength: 4,
        }),
        async (amount, [country, currency], parts) => {
          const { intent, paid } = await pay(amount, country, currency);
          const kept: { ours: number; theirs: number }[] = [];
          const sum = (side: 'ours' | 'theirs') => kept.reduce((total, one) => total + one[side], 0);
          const made: { id: string; fails: boolean; ours: number; theirs: number }[] = [];
          for (const { share, fails } of parts) {
            const ours = Math.max(1, Math.floor((amount - sum('ours')) * share));
            const { made: one, given: theirs } = await refund(intent, ours);
            expect(theirs).toBeGreaterThanOrEqual(0);
            kept.push({ ours, theirs });
            made.push({ id: one.id, fails, ours, theirs });
            expect(sum('theirs')).toBeLessThanOrEqual(paid);
          }
          // A refund fails after later ones were made.
          for (const { id, ours, theirs } of made.filter(({ fails }) => fails)) {
            await sandbox.control('refunds/fail', { refund: id });
            kept.push({ ours: -ours, theirs: -theirs });
          }
          const last = await refund(intent);
          expect(last.given).toBeGreaterThanOrEqual(0);
          expect(sum('theirs') + last.given).toBe(paid);
        },
      ),
      { numRuns: 15 * inject('times') },
    );
  }, 60_000);

  // Holds pay-341.
  it('a restart keeps the fan’s amount, and every answer has the fields of Stripe’s types', async () => {
    const { session, intent, paid } = await pay(1000, 'JP', 'jpy');
    const { made, given } = await refund(intent, 100);
    expect([paid, given]).toEqual([1560, 156]);
    await sandbox.close();
    sandbox = await openSandbox({ stateFile: join(folder, 'stripe.log') });
    const details = { presentment_amount: 1560, presentment_currency: 'jpy' };
    const { stripe } = sandbox;
    const again = {
      'Stripe.Checkout.Session': await stripe.checkout.sessions.retrieve(session.id, {}, onAda),
      'Stripe.PaymentIntent': await stripe.paymentIntents.retrieve(intent, {}, onAda),
      'Stripe.Charge': (await stripe.charges.list({ payment_intent: intent }, onAda)).data[0],
      'Stripe.Refund': await stripe.refunds.retrieve(made.id, {}, onAda),
    };
    expect(again['Stripe.Refund'].presentment_details).toEqual({ ...details, presentment_amount: 156 });
    for (const [type, answer] of Object.entries(again)) {
      expect(answer).toHaveProperty('presentment_details.presentment_currency', 'jpy');
      expect(schemas.answerIssues(type, answer)).toEqual([]);
    }
    expect(again['Stripe.Charge']?.presentment_details).toEqual(details);
    expect((await refund(intent)).given).toBe(1404);
  }, 60_000);
});

describe('way refunds', () => {
  const DAY = 86_400_000;
  let sandbox: OpenSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  const advance = (milliseconds: number) => sandbox.control('clock/advance', { milliseconds });

  /** A payment by this way, and its refunds. */
  async function paidBy(type: RedirectType) {
    const [currency = ''] = redirectMethods[type].currencies;
    const account = `acct_back${type.replaceAll('_', '')}`;
    const on = { stripeAccount: account };
    await sandbox.control('accounts/seed', { id: account, currency });
    await sandbox.control('accounts/way', { account, type, status: 'active' });
    const { id, client_secret: secret } = await sandbox.stripe.paymentIntents.create(
      { amount: 5000, currency, allowed_payment_method_types: [type] },
      on,
    );
    await payAtBank(
      { url: sandbox.url, publishableKey: PUBLISHABLE_KEY, account },
      { paymentIntentId: id, clientSecret: secret ?? '' },
      type,
    );
    const read = (refund: Stripe.Refund) => sandbox.stripe.refunds.retrieve(refund.id, {}, on);
    return {
      refund: (amount: number) => sandbox.stripe.refunds.create({ payment_intent: id, amount }, on),
      read,
      balance: async () => {
        const { data } = await sandbox.stripe.balanceTransactions.list({ limit: 100 }, on);
        return data.map(({ type: kind, amount }) => [kind, amount]);
      },
    };
  }

  /** Days for refunds, and days until one arrives; null = no limit, at once. As the contract of the ways to pay has them. */
  const table: readonly (readonly [RedirectType, number | null, number | null])[] = [
    ['ideal', 180, 7],
    ['wero', 730, null],
    ['bancontact', 180, null],
    ['eps', 180, null],
    ['p24', 180, null],
    ['twint', 180, null],
    ['swish', 365, null],
    ['mobilepay', null, null],
    ['mb_way', 365, null],
    ['cashapp', 90, 1],
    ['amazon_pay', 90, 14],
    ['revolut_pay', null, null],
    ['pix', 90, null],
    ['upi', 60, 7],
  ];

  it('the table has every way that a page may offer', () => {
    expect(table.map(([type]) => type).sort()).toEqual(redirectTypes.filter(canBeDeferred).sort());
  });

  const limited = table.flatMap(([type, days]) => (days === null ? [] : [[type, days] as const]));
  const unlimited = table.flatMap(([type, days]) => (days === null ? [type] : []));
  const slow = table.flatMap(([type, , arrives]) => (arrives === null ? [] : [[type, arrives] as const]));
  const quick = table.flatMap(([type, , arrives]) => (arrives === null ? [type] : []));

  // Holds pay-344.
  it.each(limited)('a payment by %s can be refunded for %s days, and then no longer', async (type, days) => {
    const { refund } = await paidBy(type);
    await advance(days * DAY - 60_000);
    expect((await refund(100)).amount).toBe(100);
    await advance(120_000);
    expect(await refusal(refund(100))).toMatchObject({ statusCode: 400, code: 'charge_not_refundable' });
  });

  // Holds pay-344.
  it.each(unlimited)('a payment by %s can be refunded after years', async (type) => {
    const { refund } = await paidBy(type);
    await advance(3 * 365 * DAY);
    expect((await refund(100)).status).toBe('succeeded');
  });

  // Holds pay-344.
  it.each(slow)('a refund of a payment by %s is pending for %s days', async (type, arrives) => {
    const { refund, read } = await paidBy(type);
    const made = await refund(100);
    expect(made.status).toBe('pending');
    await advance(arrives * DAY - 60_000);
    expect((await read(made)).status).toBe('pending');
    await advance(120_000);
    expect((await read(made)).status).toBe('succeeded');
  });

  // Holds pay-344.
  it.each(quick)('a refund of a payment by %s is done at once', async (type) => {
    const { refund } = await paidBy(type);
    expect((await refund(100)).status).toBe('succeeded');
  });

  // Holds pay-344.
  it('a refund that fails on its way brings the money back to the balance, and can be made again', async () => {
    const { refund, read, balance } = await paidBy('ideal');
    const first = await refund(5000);
    expect(first.status).toBe('pending');
    expect((await refusal(refund(100))).code).toBe('charge_already_refunded');
    await sandbox.control('refunds/fail', { refund: first.id });
    expect(await read(first)).toMatchObject({ status: 'failed' });
    expect(await balance()).toEqual(
      expect.arrayContaining([
        ['refund', -5000],
        ['refund_failure', 5000],
      ]),
    );
    await advance(8 * DAY);
    expect((await read(first)).status).toBe('failed');
    expect((await refund(5000)).status).toBe('pending');
  });
});

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
