import type Stripe from 'stripe';
import { describe, afterAll, beforeAll, expect, it } from 'vitest';
import { canBeDeferred, redirectMethods, redirectTypes, type RedirectType } from '../reference/method-types';
import { PUBLISHABLE_KEY, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';
import { payAtBank } from '../testing/pay-at-bank';

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
