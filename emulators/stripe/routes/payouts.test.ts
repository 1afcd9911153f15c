import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { ADA, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

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
    await expect.poll(async () => (await payouts()).map(({ status }) => status)).toEqual(['paid', 'failed']);
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
