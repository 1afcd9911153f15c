import { describe, expect, it } from 'vitest';
import { defaultPreferences, encodePreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import {
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  sendEvent,
  sendTip,
  storedTips,
  type Stage,
} from '../testing/ada';
import { aDayLater } from '../testing/without-events';
import { stageWithAccount } from '../testing/known-account';
import { tipIn, totalsIn } from '../testing/stored-state';
import { totalsAgree } from '../reconcile/reconcile-account';
import { runSweep } from './run-sweep';

const minute = 60_000;
const day = 24 * 60 * minute;
const cut = { kind: 'unavailable', error: new Error('cut') } as const;

describe('every 5 minutes', () => {
  // Holds pay-079.
  it('syncs tips whose events did not arrive', async () => {
    const stage = await stageWithAccount();
    const tips = await Promise.all([1, 2, 3].map(() => sendTip(stage)));
    for (const { paymentIntentId } of tips) stage.stripe.pay(paymentIntentId);
    stage.deps.clock.advance(2 * minute + 1);
    expect((await runSweep(stage.deps, 'every-5-minutes'))[0]).toMatchObject({ checked: 3, changed: 3 });
    expect(tips.map(({ tipId }) => tipIn(stage, tipId).state)).toEqual(['paid', 'paid', 'paid']);
    expect(totalsIn(stage).usd).toMatchObject({ count: 3, gross: 1500 });
  });

  // Holds pay-079.
  it('syncs tips in every state that may still change', async () => {
    const stage = await stageWithAccount();
    const statuses = ['requires_action', 'processing', 'requires_payment_method'] as const;
    const tips = [];
    for (const status of statuses) {
      const tip = await sendTip(stage);
      const payment = stage.deps.payments.payments.get(tip.paymentIntentId);
      if (payment) payment.intent = { ...payment.intent, status };
      await sendEvent(stage, 'payment_intent.processing', { paymentIntentId: tip.paymentIntentId });
      tips.push(tip);
    }
    expect(tips.map(({ tipId }) => tipIn(stage, tipId).payment.status)).toEqual([
      'requires_action',
      'processing',
      'awaiting',
    ]);
    for (const { paymentIntentId } of tips) stage.stripe.pay(paymentIntentId);
    stage.deps.clock.advance(2 * minute + 1);
    expect((await runSweep(stage.deps, 'every-5-minutes'))[0]).toMatchObject({ checked: 3, changed: 3 });
  });

  // Holds pay-079.
  it('repeats the payment of a draft with the same key', async () => {
    const stage = await stageWithAccount();
    stage.deps.payments.failNext('createIntent', cut, 'after');
    await stage.call('POST', '/v1/tips', await goodTip(stage, { receiptEmail: 'zoe@fans.example' }));
    stage.deps.clock.advance(2 * minute + 1);
    await runSweep(stage.deps, 'every-5-minutes');
    const tipId = storedTips(stage)[0]?.split('/').at(-1) ?? '';
    expect(tipIn(stage, tipId).payment.status).toBe('awaiting');
    expect(stage.deps.payments.payments.size).toBe(1);
  });

  it('ends a draft whose key is too old, and a page that no fan was sent to', async () => {
    const stage = await stageWithAccount();
    stage.deps.payments.failNext('createIntent', cut);
    await stage.call('POST', '/v1/tips', await goodTip(stage));
    stage.deps.payments.failNext('openCheckout', cut);
    await stage.call('POST', '/v1/tips', await goodTip(stage, { surface: 'hosted' }));
    stage.deps.clock.advance(day);
    await runSweep(stage.deps, 'every-5-minutes');
    const states = storedTips(stage).map((path) => tipIn(stage, path.split('/').at(-1) ?? '').state);
    expect(states).toEqual(['expired', 'expired']);
    expect(stage.deps.payments.payments.size).toBe(0);
  });

  it('syncs an open tip less and less often', async () => {
    const stage = await stageWithAccount();
    await sendTip(stage);
    let asked = 0;
    for (let run = 0; run < 24 * 12; run += 1) {
      stage.deps.clock.advance(5 * minute);
      asked += (await runSweep(stage.deps, 'every-5-minutes'))[0]?.checked ?? 0;
    }
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(40);
  });

  it('continues when one tip fails', async () => {
    const stage = await stageWithAccount();
    const tips = await Promise.all([1, 2].map(() => sendTip(stage)));
    for (const { paymentIntentId } of tips) stage.stripe.pay(paymentIntentId);
    stage.deps.payments.failNext('snapshot', cut);
    stage.deps.clock.advance(2 * minute + 1);
    expect((await runSweep(stage.deps, 'every-5-minutes'))[0]).toMatchObject({
      checked: 2,
      changed: 1,
      missed: 1,
    });
    stage.deps.clock.advance(5 * minute);
    expect((await runSweep(stage.deps, 'every-5-minutes'))[0]).toMatchObject({ checked: 1, changed: 1 });
  });
});

describe('hourly', () => {
  // Holds pay-080.
  it('cancels payments that were abandoned for a day, or for an hour after a declined card', async () => {
    const stage = await stageWithAccount();
    const quiet = await sendTip(stage);
    const tried = await sendTip(stage);
    stage.stripe.decline(tried.paymentIntentId);
    const reference = { uid: adaUid, tipId: tried.tipId };
    await sendEvent(stage, 'payment_intent.payment_failed', {
      paymentIntentId: tried.paymentIntentId,
      reference,
    });
    stage.deps.clock.advance(61 * minute);
    await runSweep(stage.deps, 'hourly');
    expect([tipIn(stage, quiet.tipId).state, tipIn(stage, tried.tipId).state]).toEqual([
      'pending',
      'expired',
    ]);
    stage.deps.clock.advance(day);
    await runSweep(stage.deps, 'hourly');
    expect(tipIn(stage, quiet.tipId).state).toBe('expired');
  });

  it('does not cancel a payment that succeeded meanwhile: the tip becomes paid', async () => {
    const stage = await stageWithAccount();
    const tip = await sendTip(stage);
    stage.stripe.pay(tip.paymentIntentId);
    stage.deps.clock.advance(day + 1);
    await runSweep(stage.deps, 'hourly');
    expect(tipIn(stage, tip.tipId).state).toBe('paid');
  });

  it('expires an unpaid hosted page', async () => {
    const stage = await stageWithAccount();
    await stage.call('POST', '/v1/tips', await goodTip(stage, { surface: 'hosted' }));
    stage.deps.clock.advance(day + 1);
    await runSweep(stage.deps, 'hourly');
    expect([...stage.deps.payments.sessions.values()].map(({ status }) => status)).toEqual(['expired']);
    expect(tipIn(stage, storedTips(stage)[0]?.split('/').at(-1) ?? '').state).toBe('expired');
  });

  // Holds pay-080.
  it.each(['before', 'after'] as const)(
    'repeats a refund whose answer was lost (%s executing)',
    async (when) => {
      const stage = await stageWithAccount();
      const tip = await paidTip(stage);
      stage.deps.refunds.failNext('createRefund', cut, when);
      const body = { requestId: '0f9b1c2d-3e4f-4a5b-8c6d-bbbbbbbbbbbb', amount: 200, reason: 'duplicate' };
      await stage.call('POST', `/v1/me/tips/${tip.tipId}/refunds`, body, bearerOf(adaToken));
      expect(tipIn(stage, tip.tipId).refund).toMatchObject({ status: 'pending', pending: 200 });
      stage.deps.clock.advance(3 * minute);
      await runSweep(stage.deps, 'hourly');
      expect(tipIn(stage, tip.tipId).refund).toEqual({ status: 'partial', refunded: 200, pending: 0 });
      expect(totalsIn(stage).usd?.refunded).toBe(200);
      expect(stage.deps.payments.payments.get(tip.paymentIntentId)?.refunds).toHaveLength(1);
    },
  );
});

/** What the looks of the next day did. */
const looks = async (stage: Stage) => (await aDayLater(stage)).find(({ sweep }) => sweep === 'reconcile');

describe('daily', () => {
  // Holds pay-081, pay-114.
  it('syncs refunds and disputes whose events were lost', async () => {
    const stage = await stageWithAccount();
    const [refunded, disputed] = [await paidTip(stage), await paidTip(stage)];
    stage.stripe.refund(refunded.paymentIntentId, 100);
    stage.stripe.dispute(disputed.paymentIntentId, 'needs_response');
    expect(await looks(stage)).toMatchObject({ checked: 1, changed: 1 });
    expect(tipIn(stage, refunded.tipId).state).toBe('partially_refunded');
    expect(tipIn(stage, disputed.tipId).state).toBe('disputed');
    expect(await totalsAgree(stage.deps, adaUid)).toBe(true);
    expect(await looks(stage)).toMatchObject({ checked: 1, changed: 0 });
  });

  // Holds pay-081.
  it('reports that Stripe was unavailable', async () => {
    const stage = await stageWithAccount();
    await paidTip(stage);
    stage.deps.payments.failNext('listBookings', cut);
    expect(await looks(stage)).toMatchObject({ changed: 0, missed: 1 });
    expect(stage.deps.lines.join('')).toContain('"message":"sweep failed"');
  });

  // Holds pay-152.
  it("erases a fan's texts after the owner's number of years, never the amounts", async () => {
    const stage = await stageWithAccount();
    const preferences = { ...defaultPreferences, keepTipsYears: 2 };
    stage.deps.store.put(paths.account(adaUid), encodePreferences(preferences));
    const old = await paidTip(stage, { name: 'Zoe', message: 'Hello' });
    stage.deps.clock.advance(365 * day);
    const later = await paidTip(stage, { name: 'Yan', message: 'Hi' });
    stage.deps.clock.advance(364 * day);
    await runSweep(stage.deps, 'daily');
    expect(tipIn(stage, old.tipId).fan).toMatchObject({ name: 'Zoe', message: 'Hello' });
    // One of the two years is a leap year.
    stage.deps.clock.advance(3 * day);
    await runSweep(stage.deps, 'daily');
    expect(tipIn(stage, old.tipId)).toMatchObject({ fan: { name: null, message: null }, amount: 500 });
    expect(tipIn(stage, later.tipId).fan).toMatchObject({ name: 'Yan' });
    expect(JSON.stringify(stage.deps.store.dump())).not.toContain('Zoe');
    const { rev } = tipIn(stage, old.tipId);
    await runSweep(stage.deps, 'daily');
    expect(tipIn(stage, old.tipId).rev).toBe(rev);
  });

  it('syncs a refund that failed before it was read', async () => {
    const stage = await stageWithAccount();
    const tip = await paidTip(stage);
    stage.stripe.refund(tip.paymentIntentId, 500, 'failed');
    await sendEvent(stage, 'refund.failed', { paymentIntentId: tip.paymentIntentId });
    expect(tipIn(stage, tip.tipId)).toMatchObject({ state: 'paid', refund: { status: 'failed' } });
    const untold = await paidTip(stage);
    stage.stripe.refund(untold.paymentIntentId, 500, 'failed');
    await aDayLater(stage);
    expect(tipIn(stage, untold.tipId)).toMatchObject({ state: 'paid', refund: { status: 'failed' } });
  });
});
