import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { idOf, refusal } from '../testing/open-sandbox';
import type { Contract } from './contract';

/** Balance and payouts. On Stripe, the account needs a bank account, and at least one automatic payout. */
export function testPayouts(c: Contract): void {
  const available = async () =>
    (await c.stripe.balance.retrieve({}, c.on)).available.find(({ currency }) => currency === 'usd')
      ?.amount ?? 0;

  /** The money of this card is available at once. It is enough to cover what earlier tests left below zero. */
  const payAtOnce = async () => {
    const card = { payment_method: 'pm_card_bypassPending', confirm: true, use_stripe_sdk: true };
    const { id } = await c.create({ amount: 500_000, ...card });
    const charges = async () => (await c.stripe.charges.list({ payment_intent: id }, c.on)).data;
    await c.eventually(charges, ([charge]) => charge?.balance_transaction != null);
  };

  const payByHand = (amount: number) => c.stripe.payouts.create({ amount, currency: 'usd' }, c.on);

  it('adds a payment to the balance, by currency', async () => {
    const { pending } = await c.stripe.balance.retrieve({}, c.on);
    expect(pending.every(({ currency }) => /^[a-z]{3}$/.test(currency))).toBe(true);
    const before = await available();
    await payAtOnce();
    expect(await c.eventually(available, (amount) => amount > before)).toBeGreaterThan(before);
  });

  it('tells the schedule of the payouts', async () => {
    const { payouts } = (await c.stripe.balanceSettings.retrieve({}, c.on)).payments;
    expect(['daily', 'weekly', 'monthly', 'manual']).toContain(payouts?.schedule?.interval);
    expect(['enabled', 'disabled']).toContain(payouts?.status);
  });

  it('makes a payout by hand, and does not say which payments are in it', async () => {
    await payAtOnce();
    const made = await payByHand(100);
    expect(made).toMatchObject({ amount: 100, automatic: false, reconciliation_status: 'not_applicable' });
    expect((await c.stripe.payouts.retrieve(made.id, {}, c.on)).currency).toBe('usd');
    const lines = await refusal(c.stripe.balanceTransactions.list({ payout: made.id }, c.on));
    expect(lines).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
  });

  it('refuses a payout above what is available', async () => {
    const refused = await refusal(payByHand((await available()) + 1_000_000));
    expect(refused).toMatchObject({ statusCode: 400, code: 'balance_insufficient' });
  });

  it('lists the lines of an automatic payout, which add up to it together with its own line', async () => {
    const payouts = async () => {
      const { data } = await c.stripe.payouts.list({ limit: 100 }, c.on);
      return data.filter(({ reconciliation_status: state }) => state === 'completed');
    };
    const [payout] = await c.eventually(payouts, (found) => found.length > 0);
    expect(payout?.automatic).toBe(true);
    const lines: Stripe.BalanceTransaction[] = [];
    const query = { payout: payout?.id ?? '', limit: 100, expand: ['data.source'] };
    for await (const line of c.stripe.balanceTransactions.list(query, c.on)) lines.push(line);
    expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(0);
    const own = lines.find(({ type }) => type === 'payout');
    expect(own).toMatchObject({ net: -(payout?.amount ?? 0), source: { object: 'payout' } });
    expect(own?.id).toBe(idOf(payout?.balance_transaction ?? ''));
  });
}
