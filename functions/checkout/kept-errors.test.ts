import { describe, expect, it } from 'vitest';
import type { PaymentsFailure } from '../stripe/payments';
import { runSweep } from '../jobs/run-sweep';
import { adasStage, adaToken, adaUid, bearerOf, goodTip, paidTip, word, type Stage } from '../testing/ada';
import { tipIn } from '../testing/stored-state';

/** Stripe answers 500: it repeats this answer under the same key for a day. */
const kept: PaymentsFailure = { kind: 'unavailable', error: new Error('500'), answer: 'error' };

const stored = (stage: Stage) =>
  Object.keys(stage.deps.store.dump()).flatMap((path) => /\/tips\/([^/]+)$/.exec(path)?.[1] ?? []);

describe('a payment with a stored error at Stripe', () => {
  // Holds pay-094.
  it.each(['before', 'after'] as const)(
    'is created by the same request once Stripe recovers, only one in total (error %s the work)',
    async (when) => {
      const stage = await adasStage();
      const request = await goodTip(stage);
      const { payments } = stage.deps;
      payments.failNext('createIntent', kept, when);
      payments.failNext('createIntent', kept, when);
      const first = await stage.call('POST', '/v1/tips', request);
      // If Stripe had created the payment, it is found at once.
      expect(first.status).toBe(when === 'before' ? 503 : 201);
      const again = await stage.call('POST', '/v1/tips', request);
      expect({ status: again.status, size: payments.payments.size }).toEqual({ status: 201, size: 1 });
      const [tipId = ''] = stored(stage);
      expect(tipIn(stage, tipId)).toMatchObject({ payment: { status: 'awaiting' } });
      const id = word(again, 'clientSecret').split('_secret_')[0];
      expect(tipIn(stage, tipId).stripe.paymentIntentId).toBe(id);
    },
  );

  it('is created by the sweep, and a repeated request returns it', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const { payments, clock } = stage.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('createIntent', kept);
    await stage.call('POST', '/v1/tips', request);
    clock.advance(3 * 60_000);
    await runSweep(stage.deps, 'every-5-minutes');
    expect(payments.payments.size).toBe(1);
    const again = await stage.call('POST', '/v1/tips', request);
    expect({ status: again.status, size: payments.payments.size }).toEqual({ status: 201, size: 1 });
  });

  // Holds pay-094.
  it('is one payment for concurrent requests', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const { payments } = stage.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('createIntent', kept);
    await stage.call('POST', '/v1/tips', request);
    const answers = await Promise.all([1, 2, 3].map(() => stage.call('POST', '/v1/tips', request)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(payments.payments.size).toBe(1);
  });

  it("keeps its key while Stripe's list cannot be read", async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const { payments } = stage.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('listIntents', { kind: 'unavailable', error: new Error('cut') });
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(503);
    const [tipId = ''] = stored(stage);
    expect(tipIn(stage, tipId).keyRound).toBe(0);
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(201);
  });

  it.each(['before', 'after'] as const)(
    "behaves the same with Stripe's own page (error %s the work)",
    async (when) => {
      const stage = await adasStage();
      const request = await goodTip(stage, { surface: 'hosted' });
      const { payments } = stage.deps;
      payments.failNext('openCheckout', kept, when);
      payments.failNext('openCheckout', kept, when);
      await stage.call('POST', '/v1/tips', request);
      const again = await stage.call('POST', '/v1/tips', request);
      expect({ status: again.status, size: payments.sessions.size }).toEqual({ status: 201, size: 1 });
    },
  );
});

describe('a refund with a stored error at Stripe', () => {
  const requestId = '7d1f5c1e-2a3b-4c4d-8e5f-0a1b2c3d4e5f';
  const refund = (stage: Stage, tipId: string) =>
    stage.call(
      'POST',
      `/v1/me/tips/${tipId}/refunds`,
      { requestId, amount: 200, reason: 'requested_by_customer' },
      bearerOf(adaToken),
    );
  const madeAt = (stage: Stage, id: string) => stage.deps.payments.payments.get(id)?.refunds.length;

  // Holds pay-095.
  it('is made once, a minute later, under another key', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidTip(stage);
    stage.deps.refunds.failNext('createRefund', kept);
    expect((await refund(stage, tipId)).status).toBe(503);
    expect((await refund(stage, tipId)).status).toBe(503);
    expect(madeAt(stage, paymentIntentId)).toBe(0);
    stage.deps.clock.advance(60_000);
    expect((await refund(stage, tipId)).status).toBeLessThan(300);
    await refund(stage, tipId);
    expect(madeAt(stage, paymentIntentId)).toBe(1);
    expect(tipIn(stage, tipId).refund).toMatchObject({ refunded: 200, pending: 0 });
  });

  it('is found, however late, when it was made despite the error, and is not repeated', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidTip(stage);
    stage.deps.refunds.failNext('createRefund', kept, 'after');
    expect((await refund(stage, tipId)).status).toBe(503);
    stage.deps.clock.advance(26 * 60 * 60_000);
    stage.deps.refunds.forgetKeys();
    await runSweep(stage.deps, 'hourly');
    expect(madeAt(stage, paymentIntentId)).toBe(1);
    expect(tipIn(stage, tipId).refund).toMatchObject({ refunded: 200, pending: 0 });
  });

  it('is made once for concurrent requests of owner and sweep', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidTip(stage);
    stage.deps.refunds.failNext('createRefund', kept);
    await refund(stage, tipId);
    stage.deps.clock.advance(5 * 60_000);
    await Promise.all([refund(stage, tipId), runSweep(stage.deps, 'hourly'), refund(stage, tipId)]);
    expect(madeAt(stage, paymentIntentId)).toBe(1);
    expect(tipIn(stage, tipId).ownerUid).toBe(adaUid);
  });
});
