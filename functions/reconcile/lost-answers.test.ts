import { describe, expect, it } from 'vitest';
import { goodTip, paidTip, sendEvent, word, type Stage } from '../testing/ada';
import { stageWithAccount } from '../testing/known-account';
import { tipIn } from '../testing/stored-state';
import {
  aDayLater,
  paymentOf,
  refundByOwner,
  requestIn,
  setRefunds,
  twoDays,
} from '../testing/without-events';
import { runSweep } from '../jobs/run-sweep';

const minute = 60_000;
const day = 24 * 60 * minute;
const cut = { kind: 'unavailable', error: new Error('cut') } as const;

describe('a tip that was given up before its payment was created', () => {
  // Holds pay-085.
  it.each(['elements', 'hosted'] as const)(
    'continues when the fan repeats the request, and counts when they pay (%s)',
    async (surface) => {
      const stage = await stageWithAccount();
      const request = await goodTip(stage, { surface });
      const call = surface === 'hosted' ? 'openCheckout' : 'createIntent';
      stage.deps.payments.failNext(call, cut, 'after');
      await stage.call('POST', '/v1/tips', request);
      stage.deps.clock.advance(surface === 'hosted' ? 3 * minute : day + minute);
      await runSweep(stage.deps, 'every-5-minutes');
      const session = (await goodTip(stage)).session;
      const again = await stage.call('POST', '/v1/tips', { ...request, session });
      const tipId = word(again, 'tipId');
      expect(tipIn(stage, tipId)).toMatchObject({ state: 'pending', payment: { status: 'awaiting' } });
      if (surface === 'hosted') stage.stripe.payHosted(word(again, 'url').split('/').at(-1) ?? '');
      else stage.stripe.pay(word(again, 'clientSecret').split('_secret_')[0] ?? '');
      await twoDays(stage);
      expect(tipIn(stage, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 500 } });
    },
  );

  // Holds pay-085.
  it('is synced when it was paid anyway', async () => {
    const stage = await stageWithAccount();
    stage.deps.payments.failNext('createIntent', cut, 'after');
    await stage.call('POST', '/v1/tips', await goodTip(stage));
    stage.deps.clock.advance(day + minute);
    await runSweep(stage.deps, 'every-5-minutes');
    const [[id = ''] = []] = stage.deps.payments.payments;
    stage.stripe.pay(id);
    stage.stripe.book(id, { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' });
    await aDayLater(stage);
    const tipId = paymentOf(stage, id).order.tipId;
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'paid', stripe: { paymentIntentId: id } });
  });
});

describe('the daily comparison of one account', () => {
  // Holds pay-087.
  it('continues after a tip or a list that fails', async () => {
    const stage = await stageWithAccount();
    const tips = await Promise.all([1, 2, 3].map(() => paidTip(stage)));
    for (const { paymentIntentId } of tips) stage.stripe.refund(paymentIntentId, 200);
    stage.deps.payments.failNext('listDisputes', { kind: 'refused', code: 'no', requestId: null });
    stage.deps.payments.failNext('snapshot', { kind: 'refused', code: 'no', requestId: null });
    await aDayLater(stage);
    expect(tips.map(({ tipId }) => tipIn(stage, tipId).state).toSorted()).toEqual([
      'paid',
      'partially_refunded',
      'partially_refunded',
    ]);
    expect(stage.deps.lines.join('\n')).toContain('Stripe refused: no');
  });

  // Holds pay-087.
  it('stops when Stripe is unavailable, without a request for every tip', async () => {
    const stage = await stageWithAccount();
    for (const { paymentIntentId } of await Promise.all(Array.from({ length: 9 }, () => paidTip(stage))))
      stage.stripe.refund(paymentIntentId, 200);
    for (let call = 0; call < 40; call += 1) stage.deps.payments.failNext('snapshot', cut);
    const asked = () => stage.deps.payments.calls.filter((call) => call === 'snapshot').length;
    const before = asked();
    await aDayLater(stage);
    expect(asked() - before).toBe(5);
  });
});

describe('after an outage of the daily comparison', () => {
  const sweep = async (deps: Stage['deps']) => {
    await runSweep(deps, 'daily');
    await runSweep(deps, 'hourly');
  };

  /** A balance transaction whose event was lost, and this many days without a sweep. */
  const booked = async (without: (stage: Stage) => Promise<void>) => {
    const stage = await stageWithAccount();
    await sweep(stage.deps);
    const { tipId, paymentIntentId } = await paidTip(stage);
    const balance = { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' };
    stage.stripe.book(paymentIntentId, balance);
    await without(stage);
    stage.deps.clock.advance(60 * minute);
    await sweep(stage.deps);
    return tipIn(stage, tipId).fees.net;
  };

  // Holds pay-096.
  it('the lists start at the last comparison, when nothing was swept', async () => {
    const net = booked(({ deps }) => Promise.resolve(deps.clock.advance(12 * day)));
    expect(await net).toBe(455);
  });

  // Holds pay-096.
  it.each(['unavailable', 'gone'] as const)(
    'the lists start at the last comparison, when Stripe answered: %s',
    async (kind) => {
      const net = booked(async ({ deps }) => {
        for (let days = 0; days < 6; days += 1) {
          deps.clock.advance(2 * day);
          deps.payments.failNext('listBookings', kind === 'gone' ? { kind } : cut);
          await sweep(deps);
        }
      });
      expect(await net).toBe(455);
    },
  );

  it('the lists start at the last comparison, and new tips are found, after almost two months', async () => {
    const net = booked(({ deps }) => Promise.resolve(deps.clock.advance(58 * day)));
    expect(await net).toBe(455);
  });
});

describe('a refund without an answer', () => {
  // Holds pay-086.
  it('ends when the account is gone, and is found when it comes back', async () => {
    const stage = await stageWithAccount();
    const { tipId } = await paidTip(stage);
    stage.deps.refunds.failNext('createRefund', cut, 'after');
    await refundByOwner(stage, tipId);
    expect(requestIn(stage, tipId)).toMatchObject({ value: { status: 'requested' } });
    stage.deps.clock.advance(5 * minute);
    for (let call = 0; call < 2; call += 1) stage.deps.payments.failNext('snapshot', { kind: 'gone' });
    await runSweep(stage.deps, 'hourly');
    expect(requestIn(stage, tipId)).toMatchObject({ value: { status: 'failed', failureReason: 'gone' } });
    expect(tipIn(stage, tipId).refund).toMatchObject({ pending: 0 });
    await aDayLater(stage);
    expect(requestIn(stage, tipId)).toMatchObject({ value: { status: 'succeeded' } });
    expect(tipIn(stage, tipId).refund).toMatchObject({ status: 'partial', refunded: 200 });
  });

  // Holds pay-086.
  it('is not overwritten by the answer when an event was newer', async () => {
    const stage = await stageWithAccount();
    const { tipId, paymentIntentId } = await paidTip(stage);
    const { refunds, payments } = stage.deps;
    const createRefund = refunds.createRefund.bind(refunds);
    refunds.next = 'pending';
    refunds.createRefund = async (order) => {
      const made = await createRefund(order);
      setRefunds(stage, paymentIntentId, 'canceled');
      await sendEvent(stage, 'refund.updated', { paymentIntentId });
      payments.failNext('snapshot', cut);
      return made;
    };
    await refundByOwner(stage, tipId);
    expect(requestIn(stage, tipId)).toMatchObject({ value: { status: 'canceled' } });
  });
});

it('reads disputes after a dispute event, even when the charge shows none', async () => {
  const stage = await stageWithAccount();
  const { tipId, paymentIntentId } = await paidTip(stage);
  const { payments } = stage.deps;
  const snapshot = payments.snapshot.bind(payments);
  // Inquiries take no money; the charge may not show them.
  payments.snapshot = async (wanted) => {
    const seen = await snapshot(wanted);
    return seen.ok && !wanted.hasDispute ? { ...seen, value: { ...seen.value, disputes: [] } } : seen;
  };
  stage.stripe.dispute(paymentIntentId, 'warning_needs_response');
  await sendEvent(stage, 'charge.dispute.created', { paymentIntentId });
  expect(tipIn(stage, tipId).dispute).toMatchObject({ status: 'inquiry' });
});
