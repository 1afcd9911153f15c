import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billingFee } from '../events/fees';
import {
  ADA,
  idOf,
  openSandbox,
  refusal,
  type OpenSandbox,
  subscribe,
  type Wanted,
} from '../testing/open-sandbox';
import { periodStart } from './invoices';

const on = { stripeAccount: ADA };

describe('the engine of Billing', () => {
  let sandbox: OpenSandbox;
  const open = (start: string) => {
    // The time stands still between the steps, so that each date is exact.
    const now = Date.parse(start);
    return openSandbox({ now: () => now });
  };
  beforeEach(async () => {
    sandbox = await open('2027-01-31T10:00:00Z');
  });
  afterEach(() => sandbox.close());

  const begin = (wanted: Wanted = {}) => subscribe(sandbox, on, wanted);
  const advance = (months: number) => sandbox.control('billing/advance', { months });
  const read = (id: string) => sandbox.stripe.subscriptions.retrieve(id, {}, on);
  const invoices = async (subscription: string): Promise<Stripe.Invoice[]> => {
    const found: Stripe.Invoice[] = [];
    for await (const invoice of sandbox.stripe.invoices.list({ subscription, limit: 100 }, on))
      found.unshift(invoice);
    return found;
  };
  const days = (list: readonly Stripe.Invoice[]) =>
    list.map(({ lines }) => new Date((lines.data[0]?.period.start ?? 0) * 1000).toISOString().slice(0, 10));

  describe('a customer of a test clock', () => {
    const start = Date.parse('2030-06-15T10:00:00Z') / 1000;
    const day = 24 * 3600;

    it('is billed when the clock is advanced, and nobody else is', async () => {
      const { testHelpers, customers, subscriptions } = sandbox.stripe;
      const clock = await testHelpers.testClocks.create({ frozen_time: start }, on);
      const { id: customer } = await customers.create({ email: 'fan@example.com', test_clock: clock.id }, on);
      const other = await begin();
      const id = await begin({ customer });
      const made = await read(id);
      expect(made).toMatchObject({ customer, test_clock: clock.id, created: start });
      expect(made.items.data[0]?.current_period_end).toBe(start + 30 * day);
      const advanceTo = (time: number) => testHelpers.testClocks.advance(clock.id, { frozen_time: time }, on);
      await advanceTo(start + 30 * day);
      expect((await invoices(id)).map(({ status }) => status)).toEqual(['paid', 'draft']);
      await advanceTo(start + 30 * day + 2 * 3600);
      const [, second] = await invoices(id);
      const paidAt = start + 30 * day + 3600;
      expect(second).toMatchObject({ status: 'paid', test_clock: clock.id });
      expect(second?.status_transitions.paid_at).toBe(paidAt);
      expect(await invoices(other)).toHaveLength(1);
      await advance(2);
      expect(await invoices(id)).toHaveLength(2);
      expect((await invoices(other)).length).toBeGreaterThan(1);
      const stopped = await subscriptions.update(id, { cancel_at_period_end: true }, on);
      expect(stopped.canceled_at).toBe(start + 30 * day + 2 * 3600);
      await testHelpers.testClocks.del(clock.id, {}, on);
      expect(await read(id)).toMatchObject({ status: 'canceled' });
    });

    it('cannot be the fourth, nor be advanced past two of its periods', async () => {
      const { testHelpers, customers } = sandbox.stripe;
      const clock = await testHelpers.testClocks.create({ frozen_time: start }, on);
      const make = () => customers.create({ test_clock: clock.id }, on);
      const { id: customer } = await make();
      await make();
      await make();
      expect((await refusal(make())).param).toBe('test_clock');
      const advanceTo = (time: number) => testHelpers.testClocks.advance(clock.id, { frozen_time: time }, on);
      await begin({ customer });
      expect((await refusal(advanceTo(start + 62 * day))).param).toBe('frozen_time');
      expect((await advanceTo(start + 61 * day)).status).toBe('advancing');
    });
  });

  describe('renewals', () => {
    it('are on the last day of shorter months, and on the anchor’s day again after them', async () => {
      const id = await begin();
      await advance(13);
      const found = await invoices(id);
      expect(days(found).slice(0, 5)).toEqual([
        '2027-01-31',
        '2027-02-28',
        '2027-03-31',
        '2027-04-30',
        '2027-05-31',
      ]);
      // The draft of the last day waits an hour for its charge.
      expect(found).toHaveLength(14);
      expect(
        found.slice(0, 13).every(({ status, amount_paid }) => status === 'paid' && amount_paid === 500),
      ).toBe(true);
      expect(new Set(found.map(({ number }) => number)).size).toBe(14);
    });

    it('leave no gap between periods, whatever the anchor, the interval and the steps of the clock', async () => {
      const start = Date.UTC(2024, 0, 1) / 1000;
      fc.assert(
        fc.property(
          fc.integer({ min: start, max: start + 4 * 366 * 86_400 }),
          fc.constantFrom('month' as const, 'year' as const),
          fc.integer({ min: 0, max: 400 }),
          (anchor, interval, count) => {
            const from = new Date(anchor * 1000);
            const then = new Date(periodStart(anchor, interval, count) * 1000);
            const months = count * (interval === 'year' ? 12 : 1);
            const passed =
              (then.getUTCFullYear() - from.getUTCFullYear()) * 12 + then.getUTCMonth() - from.getUTCMonth();
            expect(passed).toBe(months);
            expect(then.toISOString().slice(11)).toBe(from.toISOString().slice(11));
            const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
            expect(then.getUTCDate()).toBe(Math.min(from.getUTCDate(), last));
          },
        ),
      );
    });

    it('make one invoice a period, whatever the order of steps, and the books agree with them', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 31 }),
          fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 12 }),
          async (day, steps) => {
            await sandbox.close();
            sandbox = await open(`2027-01-${String(day).padStart(2, '0')}T23:30:00Z`);
            const id = await begin({ amount: 700, currency: 'usd' });
            for (const step of steps) {
              const { now } = (await sandbox.control('clock')) as { now: number };
              await sandbox.control('billing/advance', { to: now + step * 86_400_000 });
            }
            const found = await invoices(id);
            const starts = found.map(({ lines }) => lines.data[0]?.period.start ?? 0);
            expect(starts).toEqual(found.map((_, index) => periodStart(starts[0] ?? 0, 'month', index)));
            const paid = found
              .filter(({ status }) => status === 'paid')
              .reduce((sum, { total }) => sum + total, 0);
            const booked: number[] = [];
            for await (const line of sandbox.stripe.balanceTransactions.list(
              { type: 'charge', limit: 100 },
              on,
            ))
              booked.push(line.amount);
            const unbooked = (await sandbox.stripe.charges.list({ limit: 100 }, on)).data
              .filter(({ balance_transaction: line }) => line === null)
              .map(({ amount }) => amount);
            expect([...booked, ...unbooked].reduce((sum, amount) => sum + amount, 0)).toBe(paid);
          },
        ),
        { numRuns: 8 },
      );
    });

    it('are yearly from 29 February on the 28th, and on the 29th in a leap year', async () => {
      await sandbox.close();
      sandbox = await open('2028-02-29T12:00:00Z');
      const id = await begin({ interval: 'year' });
      await sandbox.control('billing/advance', { to: '2032-03-01T00:00:00Z' });
      expect(days(await invoices(id))).toEqual([
        '2028-02-29',
        '2029-02-28',
        '2030-02-28',
        '2031-02-28',
        '2032-02-29',
      ]);
    });

    it('are 500 yen each, with the platform’s share of each invoice', async () => {
      await sandbox.control('accounts/seed', { id: 'acct_yuki', country: 'JP', currency: 'jpy' });
      const yuki = { stripeAccount: 'acct_yuki' };
      const id = await subscribe(sandbox, yuki, { amount: 500, currency: 'jpy', share: 1.25 });
      await advance(3);
      await sandbox.control('billing/advance', { to: '2027-05-01T00:00:00Z' });
      const { data } = await sandbox.stripe.charges.list({}, yuki);
      expect(data.map(({ amount, application_fee_amount: fee }) => [amount, fee])).toEqual(
        Array.from({ length: 4 }, () => [500, 6]),
      );
      expect((await sandbox.stripe.invoices.list({ subscription: id }, yuki)).data).toHaveLength(4);
    });
  });

  describe('a renewal that fails', () => {
    const due = '2027-02-28T11:00:00Z';
    const after = (n: number) => ({ to: Date.parse(due) + n * 86_400_000 + 1000 });

    it('is tried again by the schedule, and the third try makes the subscription active', async () => {
      const id = await begin();
      await sandbox.control('billing/renewals', { subscription: id, answer: 'decline' });
      await sandbox.control('billing/advance', after(0));
      expect((await read(id)).status).toBe('past_due');
      const [, failing] = await invoices(id);
      expect(failing).toMatchObject({ status: 'open', attempt_count: 1, attempted: true });
      expect(failing?.next_payment_attempt).toBe(Date.parse(due) / 1000 + 86_400);
      await sandbox.control('billing/advance', after(1));
      await sandbox.control('billing/renewals', { subscription: id, answer: 'card' });
      await sandbox.control('billing/advance', after(3));
      const [, paid] = await invoices(id);
      expect(paid).toMatchObject({ id: failing?.id, status: 'paid', attempt_count: 3 });
      expect((await read(id)).status).toBe('active');
    });

    it.each(['canceled', 'unpaid', 'past_due'] as const)('ends as the account says: %s', async (end) => {
      await sandbox.control('billing/settings', { account: ADA, end });
      const id = await begin();
      await sandbox.control('billing/renewals', { subscription: id, answer: 'decline' });
      await sandbox.control('billing/advance', after(14));
      const { status, cancellation_details: details } = await read(id);
      expect(status).toBe(end);
      expect(details?.reason).toBe(end === 'canceled' ? 'payment_failed' : null);
      const [, open] = await invoices(id);
      expect(open).toMatchObject({ status: 'open', attempt_count: 9, next_payment_attempt: null });
    });

    it('is not charged again after a lost card, until there is another card', async () => {
      const id = await begin();
      await sandbox.control('billing/renewals', { subscription: id, answer: 'decline', code: 'lost_card' });
      await sandbox.control('billing/advance', after(5));
      const charges = await sandbox.stripe.charges.list({}, on);
      expect(charges.data.filter(({ status }) => status === 'failed')).toHaveLength(1);
      await sandbox.control('billing/renewals', { subscription: id, answer: 'card' });
      await sandbox.stripe.subscriptions.update(id, { default_payment_method: 'pm_card_mastercard' }, on);
      await sandbox.control('billing/advance', after(7));
      expect((await read(id)).status).toBe('active');
    });

    it('asks the customer when the card always does, and waits for them', async () => {
      const page = await begin({ number: '4000002500003155' }).catch(() => null);
      expect(page).toBeNull();
      const id = await begin();
      await sandbox.control('billing/renewals', { subscription: id, answer: 'ask' });
      await sandbox.control('billing/advance', after(2));
      const expand = ['latest_invoice.payments.data.payment'];
      const { latest_invoice: latest, status } = await sandbox.stripe.subscriptions.retrieve(
        id,
        { expand },
        on,
      );
      const intent = (latest as Stripe.Invoice).payments?.data[0]?.payment.payment_intent ?? '';
      expect(status).toBe('past_due');
      expect((await sandbox.stripe.paymentIntents.retrieve(idOf(intent), {}, on)).status).toBe(
        'requires_action',
      );
    });

    it('fails when the card has expired, and a mail said so a month before', async () => {
      const id = await begin({ expiry: [3, 2027] });
      await sandbox.control('billing/advance', { to: '2027-04-30T12:00:00Z' });
      expect((await read(id)).status).toBe('past_due');
      const mails = (await sandbox.control('mails/list')) as { kind: string }[];
      const kinds = mails.map(({ kind }) => kind);
      for (const kind of ['receipt', 'renewal', 'expiring', 'failed']) expect(kinds).toContain(kind);
    });
  });

  describe('an endpoint that fails invoice.created', () => {
    it('delays the finalization up to 72 hours', async () => {
      const id = await begin();
      sandbox.endpoint.answerWith(({ type }) => (type === 'invoice.created' ? 500 : 200));
      await sandbox.control('billing/advance', { to: '2027-03-02T10:30:00Z', deliver: 'each-step' });
      expect((await invoices(id))[1]?.status).toBe('draft');
      await sandbox.control('billing/advance', { to: '2027-03-03T12:30:00Z', deliver: 'each-step' });
      expect((await invoices(id))[1]?.status).toBe('paid');
    });
  });
});

describe('discounts', () => {
  const on = { stripeAccount: ADA };
  let sandbox: OpenSandbox;
  beforeEach(async () => {
    const now = Date.parse('2027-01-15T10:00:00Z');
    sandbox = await openSandbox({ now: () => now });
  });
  afterEach(() => sandbox.close());

  /** A subscription that gets that discount on its second day, some months later. */
  async function discounted(discount: object, months: number, wanted: Wanted = {}) {
    const subscription = await subscribe(sandbox, on, wanted);
    await sandbox.control('clock/advance', { milliseconds: 86_400_000 });
    await sandbox.control('billing/discount', { subscription, ...discount });
    const given = await sandbox.stripe.subscriptions.retrieve(subscription, {}, on);
    await sandbox.control('billing/advance', { months });
    const query = { subscription, limit: 100, expand: ['data.payments'] };
    const { data } = await sandbox.stripe.invoices.list(query, on);
    const after = await sandbox.stripe.subscriptions.retrieve(subscription, {}, on);
    return { given, after, invoices: data.toReversed() };
  }

  describe('a discount of a subscription', () => {
    // Holds pay-363.
    it('of everything, once, makes one invoice of nothing that is paid without a payment', async () => {
      const { given, after, invoices } = await discounted({ percentOff: 100, duration: 'once' }, 2);
      const [discount] = given.discounts;
      expect(invoices.map(({ total, amount_paid }) => [total, amount_paid])).toEqual([
        [500, 500],
        [0, 0],
        [500, 500],
      ]);
      expect(invoices[1]).toMatchObject({
        status: 'paid',
        subtotal: 500,
        amount_due: 0,
        attempt_count: 0,
        ending_balance: 0,
        discounts: [discount],
        total_discount_amounts: [{ amount: 500, discount }],
        payments: { data: [] },
      });
      expect(after).toMatchObject({ discounts: [], latest_invoice: invoices[2]?.id });
    });

    it('for two months takes its share of two invoices, and of the platform’s share', async () => {
      const months = { percentOff: 50, duration: 'repeating', months: 2 };
      const { given, after, invoices } = await discounted(months, 3, { amount: 999, share: 10 });
      expect(given.discounts).toHaveLength(1);
      expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([999, 499, 499, 999]);
      expect(after.discounts).toEqual([]);
      const { data } = await sandbox.stripe.charges.list({}, on);
      expect(data.map(({ application_fee_amount: fee }) => fee).toReversed()).toEqual([100, 50, 50, 100]);
    });

    it('takes the place of an earlier one', async () => {
      const subscription = await subscribe(sandbox, on);
      const give = (percentOff: number) =>
        sandbox.control('billing/discount', { subscription, percentOff, duration: 'once' });
      await give(100);
      await give(20);
      await sandbox.control('billing/advance', { to: '2027-02-16T10:00:00Z' });
      const { data } = await sandbox.stripe.invoices.list({ subscription }, on);
      expect(data.map(({ amount_paid }) => amount_paid)).toEqual([400, 500]);
    });
  });
});

describe('the fees of Billing', () => {
  const day = 24 * 60 * 60_000;
  let sandbox: OpenSandbox;
  beforeEach(async () => {
    const now = Date.parse('2027-01-31T10:00:00Z');
    sandbox = await openSandbox({ now: () => now });
  });
  afterEach(() => sandbox.close());

  const fees = async () => {
    const { data } = await sandbox.stripe.balanceTransactions.list({ type: 'stripe_fee', limit: 100 }, on);
    return data.toReversed();
  };
  const advanceBy = async (ms: number) => {
    const { now } = (await sandbox.control('clock')) as { now: number };
    await sandbox.control('billing/advance', { to: now + ms });
  };

  // Holds pay-433.
  it('Stripe Billing’s fee of each paid invoice is booked the next midnight, apart from the charge, with no source', async () => {
    await subscribe(sandbox, on, { amount: 500, currency: 'usd' });
    await advanceBy(60_000);
    const { data } = await sandbox.stripe.charges.list({ expand: ['data.balance_transaction'] }, on);
    expect(data[0]?.balance_transaction).toMatchObject({ amount: 500, fee: 45, net: 455 });
    expect(await fees()).toEqual([]);
    await advanceBy(day);
    await sandbox.control('billing/advance', { months: 3 });
    await advanceBy(day);
    const booked = await fees();
    expect(booked.map(({ amount, fee, net, source }) => ({ amount, fee, net, source }))).toEqual(
      Array.from({ length: 4 }, () => ({ amount: -4, fee: 0, net: -4, source: null })),
    );
    expect(booked.map(({ created }) => created % 86_400)).toEqual([0, 0, 0, 0]);
    expect(booked[0]).toMatchObject({
      description: 'Billing - Usage Fee (2027-01-31)',
      reporting_category: 'fee',
    });
  });

  // Holds pay-433.
  it('an invoice that nobody paid has no such fee, nor has a payment that is made once', async () => {
    const subscription = await subscribe(sandbox, on, { amount: 500, currency: 'usd' });
    await sandbox.control('billing/renewals', { subscription, answer: 'decline' });
    await sandbox.stripe.paymentIntents.create(
      {
        amount: 900,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        return_url: 'https://a.example',
      },
      on,
    );
    await sandbox.control('billing/advance', { months: 1 });
    await advanceBy(day);
    expect(await fees()).toHaveLength(1);
  });

  it('the fee is 0.7 % to the nearest unit', () => {
    expect([499, 500, 537, 71, 72, 10_000].map(billingFee)).toEqual([3, 4, 4, 0, 1, 70]);
  });
});

describe('a restart', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-sandbox-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  // Holds pay-217.
  it('a restart in the hour between the invoice of a renewal and its charge keeps both, and charges once', async () => {
    const stateFile = join(folder, 'stripe.json');
    const start = Date.parse('2027-01-31T10:00:00Z');
    const now = () => start;
    const first = await openSandbox({ stateFile, now });
    const id = await subscribe(first, on);
    await first.control('billing/advance', { months: 1 });
    const statuses = async ({ stripe }: typeof first) =>
      (await stripe.invoices.list({ subscription: id }, on)).data.map(({ status }) => status);
    expect(await statuses(first)).toEqual(['draft', 'paid']);
    await first.sandboxOnly();

    const second = await openSandbox({ stateFile, now, webhooks: first.webhooks });
    expect(await statuses(second)).toEqual(['draft', 'paid']);
    expect((await second.stripe.subscriptions.retrieve(id, {}, on)).status).toBe('active');
    await second.control('billing/advance', { months: 1 });
    expect(await statuses(second)).toEqual(['paid', 'paid']);
    await second.control('billing/advance', { months: 1 });
    expect(await statuses(second)).toEqual(['paid', 'paid', 'paid']);
    await second.close();
    await first.endpoint.close();
  });
});
