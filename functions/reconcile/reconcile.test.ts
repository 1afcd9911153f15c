import { describe, expect, it } from 'vitest';
import { bearerOf, paidTip, sendEvent, sendTip, type Scenario } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
import { tipIn, totalsIn } from '../testing/stored-state';
import { aDayLater } from '../testing/without-events';

// Holds pay-131.
it('counts a payment whose success arrived before its new amount was stored', async () => {
  const scenario = await scenarioWithAccount();
  const { payments } = scenario.deps;
  const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
  // Between Stripe's confirmation of the new amount and our own write, the payment succeeds and its event arrives.
  const changeIntent = payments.changeIntent.bind(payments);
  payments.changeIntent = async (change) => {
    const changed = await changeIntent(change);
    scenario.stripe.pay(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId });
    return changed;
  };
  const wanted = { tipAmount: 300, coverCosts: false, total: 300 };
  await scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
  expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', moderation: { state: 'visible' } });
  expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 300 });
});

// Holds pay-131.
it('reports a held payment once, and again only when it changes', async () => {
  const scenario = await scenarioWithAccount();
  const { paymentIntentId } = await sendTip(scenario);
  const payment = scenario.deps.payments.payments.get(paymentIntentId);
  if (payment) payment.intent = { ...payment.intent, amount: 5 };
  scenario.stripe.pay(paymentIntentId);
  const balance = { id: 'txn', stripeFee: 45, applicationFee: 0, net: -40, currency: 'usd' };
  scenario.stripe.book(paymentIntentId, balance);
  const count = (what: string) => scenario.deps.lines.filter((line) => line.includes(what)).length;
  const days: [found: number, mismatches: number][] = [];
  for (const refunded of [0, 0, 0, 2, 0]) {
    if (refunded > 0) scenario.stripe.refund(paymentIntentId, refunded);
    await aDayLater(scenario);
    days.push([count('behind-stripe'), count('payment-mismatch:amount')]);
  }
  expect(days).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 1],
    [2, 1],
  ]);
});

// Holds pay-083.
it('syncs the fees of a payment whose balance event was lost', async () => {
  const scenario = await scenarioWithAccount();
  const { tipId, paymentIntentId } = await paidTip(scenario);
  await aDayLater(scenario);
  expect(tipIn(scenario, tipId).fees.net).toBeNull();
  const booking = { id: 'txn_1', currency: 'usd', stripeFee: 45, applicationFee: 0, net: 455 };
  scenario.stripe.book(paymentIntentId, booking);
  await aDayLater(scenario);
  expect(tipIn(scenario, tipId)).toMatchObject({
    stripe: { balanceTransactionId: 'txn_1' },
    fees: { stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' },
  });
});

describe('weeks after a payment, without events', () => {
  /** A tip older than the listed payments, and its state after the daily sweep. */
  const weeksLater = async () => {
    const scenario = await scenarioWithAccount();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.clock.advance(30 * 24 * 60 * 60_000);
    const look = async () => {
      await aDayLater(scenario);
      return { tip: tipIn(scenario, tipId), totals: totalsIn(scenario).usd };
    };
    return { scenario, id: paymentIntentId, look };
  };
  const behind = ({ deps }: Scenario) => deps.lines.filter((line) => line.includes('behind-stripe')).length;

  // Holds pay-082.
  it('syncs a refund and its failure', async () => {
    const { scenario, id, look } = await weeksLater();
    scenario.stripe.refund(id, 200);
    expect(await look()).toMatchObject({ tip: { state: 'partially_refunded' }, totals: { refunded: 200 } });
    const payment = scenario.deps.payments.payments.get(id);
    if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, status: 'failed' }));
    expect(await look()).toMatchObject({ tip: { state: 'paid' }, totals: { refunded: 0 } });
    expect(behind(scenario)).toBe(2);
  });

  // Holds pay-082.
  it.each([
    ['won', { state: 'paid' }, 0],
    ['lost', { state: 'lost' }, 500],
    ['prevented', { state: 'paid' }, 0],
  ] as const)('syncs a dispute, and that it was %s', async (end, tip, disputed) => {
    const { scenario, id, look } = await weeksLater();
    scenario.stripe.dispute(id, 'needs_response');
    expect(await look()).toMatchObject({ tip: { state: 'disputed' }, totals: { disputed: 500 } });
    scenario.stripe.dispute(id, end);
    expect(await look()).toMatchObject({ tip, totals: { disputed } });
    expect(await look()).toMatchObject({ tip, totals: { disputed } });
    expect(behind(scenario)).toBe(2);
  });

  it('syncs an inquiry that closed before it was read, once', async () => {
    const { scenario, id, look } = await weeksLater();
    scenario.stripe.dispute(id, 'warning_closed');
    const ended = { status: 'none', amount: 500, disputeId: `dp_${id.slice(3)}` };
    expect((await look()).tip).toMatchObject({ state: 'paid', dispute: ended });
    await look();
    expect(behind(scenario)).toBe(1);
  });

  // Holds pay-082.
  it('syncs an inquiry, its new deadline, and its end', async () => {
    const { scenario, id, look } = await weeksLater();
    scenario.stripe.dispute(id, 'warning_needs_response');
    expect((await look()).tip.dispute).toMatchObject({ status: 'inquiry', dueBy: null });
    const payment = scenario.deps.payments.payments.get(id);
    if (payment) payment.disputes = payment.disputes.map((each) => ({ ...each, dueBy: 1000 }));
    expect((await look()).tip.dispute).toMatchObject({ status: 'inquiry', dueBy: 1000 });
    scenario.stripe.dispute(id, 'warning_closed');
    expect((await look()).tip.dispute).toMatchObject({ status: 'none' });
    await look();
    expect(behind(scenario)).toBe(3);
  });
});
