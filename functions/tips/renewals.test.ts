import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adasScenario, adaToken, adaUid, bearerOf, goodTip, sendEvent, type Scenario } from '../testing/ada';
import { putRenewal, type Renewal } from '../testing/renewals';
import { tipIn, totalsIn } from '../testing/stored-state';
import { workOff } from '../testing/work-off';
import { comparePayments } from '../reconcile/compare-payments';

const balance = { id: 'txn_1', stripeFee: 37, applicationFee: 0, net: 500, currency: 'usd' };

/** A renewal that Stripe has charged; its events name no tip. */
async function paidRenewal(scenario: Scenario): Promise<Renewal> {
  const renewal = putRenewal(scenario);
  scenario.stripe.pay(renewal.paymentIntentId);
  await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: renewal.paymentIntentId });
  return renewal;
}

const compare = ({ deps }: Scenario) =>
  comparePayments(deps, 'acct_ada', adaUid, { bookedSince: 0, traces: true });

describe('a renewal’s payment, which names no tip', () => {
  // Holds pay-250.
  it('is found by the index when its events arrive: paid, refunded, disputed', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidRenewal(scenario);
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 537 } });
    scenario.stripe.refund(paymentIntentId, 100);
    await sendEvent(scenario, 'refund.created', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'partially_refunded', contrib: { refunded: 100 } });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 537, refunded: 100 });
    scenario.stripe.dispute(paymentIntentId, 'needs_response', 437);
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'disputed', contrib: { disputed: 437 } });
    expect(scenario.deps.payments.calls).not.toContain('tipOf');
  });

  // Holds pay-250.
  it.each([
    [
      'its fees',
      (scenario: Scenario, id: string) => scenario.stripe.book(id, balance),
      { fees: { net: 500 } },
    ],
    ['a refund', (scenario: Scenario, id: string) => scenario.stripe.refund(id, 537), { state: 'refunded' }],
    [
      'a dispute',
      (scenario: Scenario, id: string) => scenario.stripe.dispute(id, 'needs_response'),
      { state: 'disputed' },
    ],
    [
      'an inquiry',
      (scenario: Scenario, id: string) => scenario.stripe.dispute(id, 'warning_needs_response'),
      { dispute: { status: 'inquiry' } },
    ],
    [
      'a warning',
      (scenario: Scenario, id: string) => scenario.stripe.warn(id),
      { warning: { actionable: true } },
    ],
  ])('is found in Stripe’s lists when the event about %s is lost', async (_what, happens, after) => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidRenewal(scenario);
    scenario.deps.clock.advance(60_000);
    happens(scenario, paymentIntentId);
    scenario.deps.clock.advance(120_000);
    expect(await compare(scenario)).toMatchObject({ changed: 1 });
    expect(tipIn(scenario, tipId)).toMatchObject(after);
    expect(await compare(scenario)).toMatchObject({ changed: 0 });
  });

  it('makes its account one that was tipped lately', async () => {
    const scenario = await adasScenario();
    const { paymentIntentId } = await paidRenewal(scenario);
    scenario.stripe.book(paymentIntentId, balance);
    const paidAt = scenario.deps.payments.payments.get(paymentIntentId)?.charge?.createdAt;
    expect((await compare(scenario)).lastTipAt).toBe(paidAt);
  });
});

describe('a renewal that is declined', () => {
  // Holds pay-251.
  it('has failed, and is paid once Stripe’s next try succeeds', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = putRenewal(scenario);
    scenario.stripe.decline(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'failed', payment: { attempts: 1 } });
    scenario.deps.clock.advance(2 * 24 * 60 * 60_000);
    await workOff(scenario.deps);
    scenario.stripe.ask3ds(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.requires_action', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'failed' });
    expect(scenario.deps.payments.calls).not.toContain('cancelIntent');
    scenario.stripe.pay(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
  });

  // Holds pay-252.
  it('is no fan who tries cards: sixty of them in a minute neither pause the profile nor ask for a challenge', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    for (let count = 0; count < 60; count += 1) {
      const { paymentIntentId } = putRenewal(scenario);
      for (let tried = 0; tried < 5; tried += 1) scenario.stripe.decline(paymentIntentId);
      await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId });
    }
    expect((await scenario.call('POST', '/v1/tips', await goodTip(scenario))).status).toBe(201);
    expect(scenario.deps.payments.calls).not.toContain('cancelIntent');
  });
});

describe('a renewal', () => {
  it.each([
    ['payments', { paidPayments: 2 }],
    ['subscription', { subscriptionId: 'sub_other' }],
    ['tip_id', { tipId: 'other' }],
    ['owner_uid', { uid: null }],
  ])('whose invoice differs in its %s is held and not counted', async (what, given) => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = putRenewal(scenario);
    scenario.stripe.pay(paymentIntentId);
    const payment = scenario.deps.payments.payments.get(paymentIntentId);
    if (payment?.invoice !== undefined) payment.invoice = { ...payment.invoice, ...given };
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({
      moderation: { state: 'held', reasons: [`payment-mismatch:${what}`] },
      contrib: { count: 0 },
    });
  });

  // Holds pay-253.
  it('is not on the wall again', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidRenewal(scenario);
    const left = Object.keys(scenario.deps.store.dump());
    expect(left).not.toContain(paths.supporter(adaUid, tipId));
    expect(left.filter((path) => path.includes('/totals/'))).toHaveLength(1);
  });

  it('that was paid follows its refunds in the ledger after the account is gone', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidRenewal(scenario);
    const unpaid = putRenewal(scenario);
    scenario.stripe.decline(unpaid.paymentIntentId);
    await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId: unpaid.paymentIntentId });
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    scenario.stripe.refund(paymentIntentId, 537);
    await sendEvent(scenario, 'refund.created', { paymentIntentId });
    const left = scenario.deps.store.dump();
    expect(left[paths.ledgerEntry(adaUid, tipId)]).toMatchObject({ amount: 537, refunded: 537 });
    expect(left).not.toHaveProperty([paths.stripePayment(unpaid.paymentIntentId)]);
  });
});
