import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adasStage, adaToken, adaUid, bearerOf, goodTip, sendEvent, type Stage } from '../testing/ada';
import { putRenewal, type Renewal } from '../testing/renewals';
import { tipIn, totalsIn } from '../testing/stored-state';
import { workOff } from '../testing/work-off';
import { comparePayments } from '../reconcile/compare-payments';

const balance = { id: 'txn_1', stripeFee: 37, applicationFee: 0, net: 500, currency: 'usd' };

/** A renewal that Stripe has charged; its events name no tip. */
async function paidRenewal(stage: Stage): Promise<Renewal> {
  const renewal = putRenewal(stage);
  stage.stripe.pay(renewal.paymentIntentId);
  await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId: renewal.paymentIntentId });
  return renewal;
}

const compare = ({ deps }: Stage) =>
  comparePayments(deps, 'acct_ada', adaUid, { bookedSince: 0, traces: true });

describe('a renewal’s payment, which names no tip', () => {
  // Holds pay-250.
  it('is found by the index when its events arrive: paid, refunded, disputed', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidRenewal(stage);
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 537 } });
    stage.stripe.refund(paymentIntentId, 100);
    await sendEvent(stage, 'refund.created', { paymentIntentId });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'partially_refunded', contrib: { refunded: 100 } });
    expect(totalsIn(stage).usd).toMatchObject({ count: 1, gross: 537, refunded: 100 });
    stage.stripe.dispute(paymentIntentId, 'needs_response', 437);
    await sendEvent(stage, 'charge.dispute.created', { paymentIntentId });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'disputed', contrib: { disputed: 437 } });
    expect(stage.deps.payments.calls).not.toContain('tipOf');
  });

  // Holds pay-250.
  it.each([
    ['its fees', (stage: Stage, id: string) => stage.stripe.book(id, balance), { fees: { net: 500 } }],
    ['a refund', (stage: Stage, id: string) => stage.stripe.refund(id, 537), { state: 'refunded' }],
    [
      'a dispute',
      (stage: Stage, id: string) => stage.stripe.dispute(id, 'needs_response'),
      { state: 'disputed' },
    ],
    [
      'an inquiry',
      (stage: Stage, id: string) => stage.stripe.dispute(id, 'warning_needs_response'),
      { dispute: { status: 'inquiry' } },
    ],
    ['a warning', (stage: Stage, id: string) => stage.stripe.warn(id), { warning: { actionable: true } }],
  ])('is found in Stripe’s lists when the event about %s is lost', async (_what, happens, after) => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidRenewal(stage);
    stage.deps.clock.advance(60_000);
    happens(stage, paymentIntentId);
    stage.deps.clock.advance(120_000);
    expect(await compare(stage)).toMatchObject({ changed: 1 });
    expect(tipIn(stage, tipId)).toMatchObject(after);
    expect(await compare(stage)).toMatchObject({ changed: 0 });
  });

  it('makes its account one that was tipped lately', async () => {
    const stage = await adasStage();
    const { paymentIntentId } = await paidRenewal(stage);
    stage.stripe.book(paymentIntentId, balance);
    const paidAt = stage.deps.payments.payments.get(paymentIntentId)?.charge?.createdAt;
    expect((await compare(stage)).lastTipAt).toBe(paidAt);
  });
});

describe('a renewal that is declined', () => {
  // Holds pay-251.
  it('has failed, and is paid once Stripe’s next try succeeds', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = putRenewal(stage);
    stage.stripe.decline(paymentIntentId);
    await sendEvent(stage, 'payment_intent.payment_failed', { paymentIntentId });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'failed', payment: { attempts: 1 } });
    stage.deps.clock.advance(2 * 24 * 60 * 60_000);
    await workOff(stage.deps);
    stage.stripe.ask3ds(paymentIntentId);
    await sendEvent(stage, 'payment_intent.requires_action', { paymentIntentId });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'failed' });
    expect(stage.deps.payments.calls).not.toContain('cancelIntent');
    stage.stripe.pay(paymentIntentId);
    await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
  });

  // Holds pay-252.
  it('is no fan who tries cards: sixty of them in a minute neither pause the profile nor ask for a challenge', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    for (let count = 0; count < 60; count += 1) {
      const { paymentIntentId } = putRenewal(stage);
      for (let tried = 0; tried < 5; tried += 1) stage.stripe.decline(paymentIntentId);
      await sendEvent(stage, 'payment_intent.payment_failed', { paymentIntentId });
    }
    expect((await stage.call('POST', '/v1/tips', await goodTip(stage))).status).toBe(201);
    expect(stage.deps.payments.calls).not.toContain('cancelIntent');
  });
});

describe('a renewal', () => {
  it.each([
    ['payments', { paidPayments: 2 }],
    ['subscription', { subscriptionId: 'sub_other' }],
    ['tip_id', { tipId: 'other' }],
    ['owner_uid', { uid: null }],
  ])('whose invoice differs in its %s is held and not counted', async (what, given) => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = putRenewal(stage);
    stage.stripe.pay(paymentIntentId);
    const payment = stage.deps.payments.payments.get(paymentIntentId);
    if (payment?.invoice !== undefined) payment.invoice = { ...payment.invoice, ...given };
    await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId });
    expect(tipIn(stage, tipId)).toMatchObject({
      moderation: { state: 'held', reasons: [`payment-mismatch:${what}`] },
      contrib: { count: 0 },
    });
  });

  // Holds pay-253.
  it('is not on the wall again', async () => {
    const stage = await adasStage();
    const { tipId } = await paidRenewal(stage);
    const left = Object.keys(stage.deps.store.dump());
    expect(left).not.toContain(paths.supporter(adaUid, tipId));
    expect(left.filter((path) => path.includes('/totals/'))).toHaveLength(1);
  });

  it('that was paid follows its refunds in the ledger after the account is gone', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidRenewal(stage);
    const unpaid = putRenewal(stage);
    stage.stripe.decline(unpaid.paymentIntentId);
    await sendEvent(stage, 'payment_intent.payment_failed', { paymentIntentId: unpaid.paymentIntentId });
    await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    stage.stripe.refund(paymentIntentId, 537);
    await sendEvent(stage, 'refund.created', { paymentIntentId });
    const left = stage.deps.store.dump();
    expect(left[paths.ledgerEntry(adaUid, tipId)]).toMatchObject({ amount: 537, refunded: 537 });
    expect(left).not.toHaveProperty([paths.stripePayment(unpaid.paymentIntentId)]);
  });
});
