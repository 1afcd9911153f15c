import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADA, openSandbox, type OpenSandbox } from '../testing/open-sandbox';
import { subscribe, type Wanted } from '../testing/subscribe';

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
