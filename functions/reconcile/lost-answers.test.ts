import { describe, expect, it } from 'vitest';
import { goodTip, paidTip, sendEvent, word, type Scenario } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
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
      const scenario = await scenarioWithAccount();
      const request = await goodTip(scenario, { surface });
      const call = surface === 'hosted' ? 'openCheckout' : 'createIntent';
      scenario.deps.payments.failNext(call, cut, 'after');
      await scenario.call('POST', '/v1/tips', request);
      scenario.deps.clock.advance(surface === 'hosted' ? 3 * minute : day + minute);
      await runSweep(scenario.deps, 'every-5-minutes');
      const session = (await goodTip(scenario)).session;
      const again = await scenario.call('POST', '/v1/tips', { ...request, session });
      const tipId = word(again, 'tipId');
      expect(tipIn(scenario, tipId)).toMatchObject({ state: 'pending', payment: { status: 'awaiting' } });
      if (surface === 'hosted') scenario.stripe.payHosted(word(again, 'url').split('/').at(-1) ?? '');
      else scenario.stripe.pay(word(again, 'clientSecret').split('_secret_')[0] ?? '');
      await twoDays(scenario);
      expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 500 } });
    },
  );

  // Holds pay-085.
  it('is synced when it was paid anyway', async () => {
    const scenario = await scenarioWithAccount();
    scenario.deps.payments.failNext('createIntent', cut, 'after');
    await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    scenario.deps.clock.advance(day + minute);
    await runSweep(scenario.deps, 'every-5-minutes');
    const [[id = ''] = []] = scenario.deps.payments.payments;
    scenario.stripe.pay(id);
    scenario.stripe.book(id, { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' });
    await aDayLater(scenario);
    const tipId = paymentOf(scenario, id).order.tipId;
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', stripe: { paymentIntentId: id } });
  });
});

describe('the daily comparison of one account', () => {
  // Holds pay-087.
  it('continues after a tip or a list that fails', async () => {
    const scenario = await scenarioWithAccount();
    const tips = await Promise.all([1, 2, 3].map(() => paidTip(scenario)));
    for (const { paymentIntentId } of tips) scenario.stripe.refund(paymentIntentId, 200);
    scenario.deps.payments.failNext('listDisputes', { kind: 'refused', code: 'no', requestId: null });
    scenario.deps.payments.failNext('snapshot', { kind: 'refused', code: 'no', requestId: null });
    await aDayLater(scenario);
    expect(tips.map(({ tipId }) => tipIn(scenario, tipId).state).toSorted()).toEqual([
      'paid',
      'partially_refunded',
      'partially_refunded',
    ]);
    expect(scenario.deps.lines.join('\n')).toContain('Stripe refused: no');
  });

  // Holds pay-087.
  it('stops when Stripe is unavailable, without a request for every tip', async () => {
    const scenario = await scenarioWithAccount();
    for (const { paymentIntentId } of await Promise.all(Array.from({ length: 9 }, () => paidTip(scenario))))
      scenario.stripe.refund(paymentIntentId, 200);
    for (let call = 0; call < 40; call += 1) scenario.deps.payments.failNext('snapshot', cut);
    const asked = () => scenario.deps.payments.calls.filter((call) => call === 'snapshot').length;
    const before = asked();
    await aDayLater(scenario);
    expect(asked() - before).toBe(5);
  });
});

describe('after an outage of the daily comparison', () => {
  const sweep = async (deps: Scenario['deps']) => {
    await runSweep(deps, 'daily');
    await runSweep(deps, 'hourly');
  };

  /** A balance transaction whose event was lost, and this many days without a sweep. */
  const booked = async (without: (scenario: Scenario) => Promise<void>) => {
    const scenario = await scenarioWithAccount();
    await sweep(scenario.deps);
    const { tipId, paymentIntentId } = await paidTip(scenario);
    const balance = { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' };
    scenario.stripe.book(paymentIntentId, balance);
    await without(scenario);
    scenario.deps.clock.advance(60 * minute);
    await sweep(scenario.deps);
    return tipIn(scenario, tipId).fees.net;
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
    const scenario = await scenarioWithAccount();
    const { tipId } = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', cut, 'after');
    await refundByOwner(scenario, tipId);
    expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'requested' } });
    scenario.deps.clock.advance(5 * minute);
    for (let call = 0; call < 2; call += 1) scenario.deps.payments.failNext('snapshot', { kind: 'gone' });
    await runSweep(scenario.deps, 'hourly');
    expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'failed', failureReason: 'gone' } });
    expect(tipIn(scenario, tipId).refund).toMatchObject({ pending: 0 });
    await aDayLater(scenario);
    expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'succeeded' } });
    expect(tipIn(scenario, tipId).refund).toMatchObject({ status: 'partial', refunded: 200 });
  });

  // Holds pay-086.
  it('is not overwritten by the answer when an event was newer', async () => {
    const scenario = await scenarioWithAccount();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    const { refunds, payments } = scenario.deps;
    const createRefund = refunds.createRefund.bind(refunds);
    refunds.next = 'pending';
    refunds.createRefund = async (order) => {
      const made = await createRefund(order);
      setRefunds(scenario, paymentIntentId, 'canceled');
      await sendEvent(scenario, 'refund.updated', { paymentIntentId });
      payments.failNext('snapshot', cut);
      return made;
    };
    await refundByOwner(scenario, tipId);
    expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'canceled' } });
  });
});

it('reads disputes after a dispute event, even when the charge shows none', async () => {
  const scenario = await scenarioWithAccount();
  const { tipId, paymentIntentId } = await paidTip(scenario);
  const { payments } = scenario.deps;
  const snapshot = payments.snapshot.bind(payments);
  // Inquiries take no money; the charge may not show them.
  payments.snapshot = async (wanted) => {
    const seen = await snapshot(wanted);
    return seen.ok && !wanted.hasDispute ? { ...seen, value: { ...seen.value, disputes: [] } } : seen;
  };
  scenario.stripe.dispute(paymentIntentId, 'warning_needs_response');
  await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId });
  expect(tipIn(scenario, tipId).dispute).toMatchObject({ status: 'inquiry' });
});
