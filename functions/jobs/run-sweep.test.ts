import { describe, expect, it } from 'vitest';
import { defaultPreferences, preferencesDocument } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import { totalsAgree } from '../reconcile/reconcile-account';
import {
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  sendEvent,
  sendTip,
  storedTips,
  scenarioWithAccount,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn, aDayLater } from '../testing/stored-state';
import { runSweep, type SweepName } from './run-sweep';

const minute = 60_000;
const day = 24 * 60 * minute;
const cut = { kind: 'unavailable', error: new Error('cut') } as const;

describe('every 5 minutes', () => {
  // Holds pay-079.
  it('syncs tips whose events did not arrive', async () => {
    const scenario = await scenarioWithAccount();
    const tips = await Promise.all([1, 2, 3].map(() => sendTip(scenario)));
    for (const { paymentIntentId } of tips) scenario.stripe.pay(paymentIntentId);
    scenario.deps.clock.advance(2 * minute + 1);
    expect((await runSweep(scenario.deps, 'every-5-minutes'))[0]).toMatchObject({ checked: 3, changed: 3 });
    expect(tips.map(({ tipId }) => tipIn(scenario, tipId).state)).toEqual(['paid', 'paid', 'paid']);
    expect(totalsIn(scenario).usd).toMatchObject({ count: 3, gross: 1500 });
  });

  // Holds pay-079.
  it('syncs tips in every state that may still change', async () => {
    const scenario = await scenarioWithAccount();
    const statuses = ['requires_action', 'processing', 'requires_payment_method'] as const;
    const tips = [];
    for (const status of statuses) {
      const tip = await sendTip(scenario);
      const payment = scenario.deps.payments.payments.get(tip.paymentIntentId);
      if (payment) payment.intent = { ...payment.intent, status };
      await sendEvent(scenario, 'payment_intent.processing', { paymentIntentId: tip.paymentIntentId });
      tips.push(tip);
    }
    expect(tips.map(({ tipId }) => tipIn(scenario, tipId).payment.status)).toEqual([
      'requires_action',
      'processing',
      'awaiting',
    ]);
    for (const { paymentIntentId } of tips) scenario.stripe.pay(paymentIntentId);
    scenario.deps.clock.advance(2 * minute + 1);
    expect((await runSweep(scenario.deps, 'every-5-minutes'))[0]).toMatchObject({ checked: 3, changed: 3 });
  });

  // Holds pay-079.
  it('repeats the payment of a draft with the same key', async () => {
    const scenario = await scenarioWithAccount();
    scenario.deps.payments.failNext('createIntent', cut, 'after');
    await scenario.call('POST', '/v1/tips', await goodTip(scenario, { receiptEmail: 'zoe@fans.example' }));
    scenario.deps.clock.advance(2 * minute + 1);
    await runSweep(scenario.deps, 'every-5-minutes');
    const tipId = storedTips(scenario)[0]?.split('/').at(-1) ?? '';
    expect(tipIn(scenario, tipId).payment.status).toBe('awaiting');
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  it('ends a draft whose key is too old, and a page that no fan was sent to', async () => {
    const scenario = await scenarioWithAccount();
    scenario.deps.payments.failNext('createIntent', cut);
    await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    scenario.deps.payments.failNext('openCheckout', cut);
    await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    scenario.deps.clock.advance(day);
    await runSweep(scenario.deps, 'every-5-minutes');
    const states = storedTips(scenario).map((path) => tipIn(scenario, path.split('/').at(-1) ?? '').state);
    expect(states).toEqual(['expired', 'expired']);
    expect(scenario.deps.payments.payments.size).toBe(0);
  });

  it('syncs an open tip less and less often', async () => {
    const scenario = await scenarioWithAccount();
    await sendTip(scenario);
    let asked = 0;
    for (let run = 0; run < 24 * 12; run += 1) {
      scenario.deps.clock.advance(5 * minute);
      asked += (await runSweep(scenario.deps, 'every-5-minutes'))[0]?.checked ?? 0;
    }
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(40);
  });

  it('continues when one tip fails', async () => {
    const scenario = await scenarioWithAccount();
    const tips = await Promise.all([1, 2].map(() => sendTip(scenario)));
    for (const { paymentIntentId } of tips) scenario.stripe.pay(paymentIntentId);
    scenario.deps.payments.failNext('snapshot', cut);
    scenario.deps.clock.advance(2 * minute + 1);
    expect((await runSweep(scenario.deps, 'every-5-minutes'))[0]).toMatchObject({
      checked: 2,
      changed: 1,
      missed: 1,
    });
    scenario.deps.clock.advance(5 * minute);
    expect((await runSweep(scenario.deps, 'every-5-minutes'))[0]).toMatchObject({ checked: 1, changed: 1 });
  });
});

describe('hourly', () => {
  // Holds pay-080.
  it('cancels payments that were abandoned for a day, or for an hour after a declined card', async () => {
    const scenario = await scenarioWithAccount();
    const quiet = await sendTip(scenario);
    const tried = await sendTip(scenario);
    scenario.stripe.decline(tried.paymentIntentId);
    const reference = { uid: adaUid, tipId: tried.tipId };
    await sendEvent(scenario, 'payment_intent.payment_failed', {
      paymentIntentId: tried.paymentIntentId,
      reference,
    });
    scenario.deps.clock.advance(61 * minute);
    await runSweep(scenario.deps, 'hourly');
    expect([tipIn(scenario, quiet.tipId).state, tipIn(scenario, tried.tipId).state]).toEqual([
      'pending',
      'expired',
    ]);
    scenario.deps.clock.advance(day);
    await runSweep(scenario.deps, 'hourly');
    expect(tipIn(scenario, quiet.tipId).state).toBe('expired');
  });

  it('does not cancel a payment that succeeded meanwhile: the tip becomes paid', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await sendTip(scenario);
    scenario.stripe.pay(tip.paymentIntentId);
    scenario.deps.clock.advance(day + 1);
    await runSweep(scenario.deps, 'hourly');
    expect(tipIn(scenario, tip.tipId).state).toBe('paid');
  });

  it('expires an unpaid hosted page', async () => {
    const scenario = await scenarioWithAccount();
    await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    scenario.deps.clock.advance(day + 1);
    await runSweep(scenario.deps, 'hourly');
    expect([...scenario.deps.payments.sessions.values()].map(({ status }) => status)).toEqual(['expired']);
    expect(tipIn(scenario, storedTips(scenario)[0]?.split('/').at(-1) ?? '').state).toBe('expired');
  });

  // Holds pay-080.
  it.each(['before', 'after'] as const)(
    'repeats a refund whose answer was lost (%s executing)',
    async (when) => {
      const scenario = await scenarioWithAccount();
      const tip = await paidTip(scenario);
      scenario.deps.refunds.failNext('createRefund', cut, when);
      const body = { requestId: '0f9b1c2d-3e4f-4a5b-8c6d-bbbbbbbbbbbb', amount: 200, reason: 'duplicate' };
      await scenario.call('POST', `/v1/me/tips/${tip.tipId}/refunds`, body, bearerOf(adaToken));
      expect(tipIn(scenario, tip.tipId).refund).toMatchObject({ status: 'pending', pending: 200 });
      scenario.deps.clock.advance(3 * minute);
      await runSweep(scenario.deps, 'hourly');
      expect(tipIn(scenario, tip.tipId).refund).toEqual({ status: 'partial', refunded: 200, pending: 0 });
      expect(totalsIn(scenario).usd?.refunded).toBe(200);
      expect(scenario.deps.payments.payments.get(tip.paymentIntentId)?.refunds).toHaveLength(1);
    },
  );
});

/** The result of the comparison with Stripe on the next day. */
const looks = async (scenario: Scenario) =>
  (await aDayLater(scenario)).find(({ sweep }) => sweep === 'reconcile');

describe('daily', () => {
  // Holds pay-081, pay-114.
  it('syncs refunds and disputes whose events were lost', async () => {
    const scenario = await scenarioWithAccount();
    const [refunded, disputed] = [await paidTip(scenario), await paidTip(scenario)];
    scenario.stripe.refund(refunded.paymentIntentId, 100);
    scenario.stripe.dispute(disputed.paymentIntentId, 'needs_response');
    expect(await looks(scenario)).toMatchObject({ checked: 1, changed: 1 });
    expect(tipIn(scenario, refunded.tipId).state).toBe('partially_refunded');
    expect(tipIn(scenario, disputed.tipId).state).toBe('disputed');
    expect(await totalsAgree(scenario.deps, adaUid)).toBe(true);
    expect(await looks(scenario)).toMatchObject({ checked: 1, changed: 0 });
  });

  // Holds pay-081.
  it('reports that Stripe was unavailable', async () => {
    const scenario = await scenarioWithAccount();
    await paidTip(scenario);
    scenario.deps.payments.failNext('listBookings', cut);
    expect(await looks(scenario)).toMatchObject({ changed: 0, missed: 1 });
    expect(scenario.deps.lines.join('')).toContain('"message":"sweep failed"');
  });

  // Holds pay-152.
  it("erases a fan's texts after the owner's number of years, never the amounts", async () => {
    const scenario = await scenarioWithAccount();
    const preferences = { ...defaultPreferences, keepTipsYears: 2 };
    scenario.deps.store.put(paths.account(adaUid), preferencesDocument.encode(preferences));
    const old = await paidTip(scenario, { name: 'Zoe', message: 'Hello' });
    scenario.deps.clock.advance(365 * day);
    const later = await paidTip(scenario, { name: 'Yan', message: 'Hi' });
    scenario.deps.clock.advance(364 * day);
    await runSweep(scenario.deps, 'daily');
    expect(tipIn(scenario, old.tipId).fan).toMatchObject({ name: 'Zoe', message: 'Hello' });
    // One of the two years is a leap year.
    scenario.deps.clock.advance(3 * day);
    await runSweep(scenario.deps, 'daily');
    expect(tipIn(scenario, old.tipId)).toMatchObject({ fan: { name: null, message: null }, amount: 500 });
    expect(tipIn(scenario, later.tipId).fan).toMatchObject({ name: 'Yan' });
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('Zoe');
    const { rev } = tipIn(scenario, old.tipId);
    await runSweep(scenario.deps, 'daily');
    expect(tipIn(scenario, old.tipId).rev).toBe(rev);
  });

  it('syncs a refund that failed before it was read', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await paidTip(scenario);
    scenario.stripe.refund(tip.paymentIntentId, 500, 'failed');
    await sendEvent(scenario, 'refund.failed', { paymentIntentId: tip.paymentIntentId });
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', refund: { status: 'failed' } });
    const untold = await paidTip(scenario);
    scenario.stripe.refund(untold.paymentIntentId, 500, 'failed');
    await aDayLater(scenario);
    expect(tipIn(scenario, untold.tipId)).toMatchObject({ state: 'paid', refund: { status: 'failed' } });
  });
});

const hungUp = { kind: 'unavailable', error: new Error('socket hang up') } as const;

/** The errors that a sweep logged, which alerts are based on. */
async function errorsOf(scenario: Scenario, sweep: SweepName): Promise<readonly unknown[]> {
  const { lines } = scenario.deps;
  const before = lines.length;
  await runSweep(scenario.deps, sweep);
  const written = lines.slice(before).map((line): unknown => JSON.parse(line));
  return written.filter((line) => JSON.stringify(line).includes('"severity":"ERROR"'));
}

const missed = (sweep: string, count: number, reason = 'socket hang up') => [
  expect.objectContaining({ message: 'sweep failed', sweep, missed: count, reason }),
];

const refundBody = { requestId: '0f9b1c2d-3e4f-4a5b-8c6d-cccccccccccc', amount: 200, reason: 'duplicate' };

describe('when Stripe is away', () => {
  describe('a sweep while Stripe is unavailable', () => {
    // Holds pay-097.
    it('logs one error for all tips that it could not sync, and none once Stripe is back', async () => {
      const scenario = await scenarioWithAccount();
      const tips = await Promise.all([1, 2, 3].map(() => sendTip(scenario)));
      for (const { paymentIntentId } of tips) {
        scenario.stripe.pay(paymentIntentId);
        scenario.deps.payments.failNext('snapshot', hungUp);
      }
      scenario.deps.clock.advance(2 * minute + 1);
      expect(await errorsOf(scenario, 'every-5-minutes')).toEqual(missed('follow-open-tips', 3));
      scenario.deps.clock.advance(5 * minute);
      expect(await errorsOf(scenario, 'every-5-minutes')).toEqual([]);
      expect(tips.map(({ tipId }) => tipIn(scenario, tipId).state)).toEqual(['paid', 'paid', 'paid']);
    });

    it('logs a draft whose payment could not be created', async () => {
      const scenario = await scenarioWithAccount();
      for (let call = 0; call < 2; call += 1) scenario.deps.payments.failNext('createIntent', hungUp);
      await scenario.call('POST', '/v1/tips', await goodTip(scenario));
      scenario.deps.clock.advance(2 * minute + 1);
      expect(await errorsOf(scenario, 'every-5-minutes')).toEqual(missed('follow-open-tips', 1));
    });

    it('logs payments that could not be cancelled or read afterwards', async () => {
      for (const call of ['cancelIntent', 'snapshot'] as const) {
        const scenario = await scenarioWithAccount();
        await sendTip(scenario);
        scenario.deps.clock.advance(day + 1);
        scenario.deps.payments.failNext(call, hungUp);
        expect(await errorsOf(scenario, 'hourly'), call).toEqual(missed('end-abandoned', 1));
      }
    });

    it('logs a refund that could not be requested again', async () => {
      const scenario = await scenarioWithAccount();
      const tip = await paidTip(scenario);
      for (let call = 0; call < 2; call += 1) scenario.deps.refunds.failNext('createRefund', hungUp);
      await scenario.call('POST', `/v1/me/tips/${tip.tipId}/refunds`, refundBody, bearerOf(adaToken));
      scenario.deps.clock.advance(3 * minute);
      const reason = 'A refund could not be asked for again';
      expect(await errorsOf(scenario, 'hourly')).toEqual(missed('repeat-refunds', 1, reason));
      expect(tipIn(scenario, tip.tipId).refund).toMatchObject({ status: 'pending', pending: 200 });
    });

    it.each(['listBookings', 'listDisputes', 'listWarnings', 'snapshot'] as const)(
      'logs an account that could not be compared (%s)',
      async (call) => {
        const scenario = await scenarioWithAccount();
        const tip = await paidTip(scenario);
        scenario.stripe.refund(tip.paymentIntentId, 100);
        scenario.deps.payments.failNext(call, hungUp);
        expect(await errorsOf(scenario, 'daily')).toEqual([]);
        expect(await errorsOf(scenario, 'hourly')).toEqual(missed('reconcile', 1));
      },
    );
  });

  // Holds pay-097.
  it('logs it when Stripe refuses the request', async () => {
    const scenario = await scenarioWithAccount();
    await sendTip(scenario);
    const refused = { kind: 'refused', code: 'secret_key_required', requestId: 'req_1' } as const;
    scenario.deps.payments.failNext('snapshot', refused);
    scenario.deps.clock.advance(2 * minute + 1);
    const reason = 'Stripe refused: secret_key_required';
    expect(await errorsOf(scenario, 'every-5-minutes')).toEqual(missed('follow-open-tips', 1, reason));
  });

  it('does not log a disconnected account: there is nothing to read', async () => {
    const scenario = await scenarioWithAccount();
    await sendTip(scenario);
    scenario.deps.payments.failNext('snapshot', { kind: 'gone' });
    scenario.deps.clock.advance(2 * minute + 1);
    expect(await errorsOf(scenario, 'every-5-minutes')).toEqual([]);
  });
});
