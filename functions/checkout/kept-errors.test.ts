import { describe, expect, it } from 'vitest';
import type { PaymentsFailure } from '../stripe/payments';
import { runSweep } from '../jobs/run-sweep';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  word,
  type Scenario,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';

/** Stripe answers 500: it repeats this answer under the same key for a day. */
const kept: PaymentsFailure = { kind: 'unavailable', error: new Error('500'), answer: 'error' };

const stored = (scenario: Scenario) =>
  Object.keys(scenario.deps.store.dump()).flatMap((path) => /\/tips\/([^/]+)$/.exec(path)?.[1] ?? []);

describe('a payment with a stored error at Stripe', () => {
  // Holds pay-094.
  it.each(['before', 'after'] as const)(
    'is created by the same request once Stripe recovers, only one in total (error %s the work)',
    async (when) => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario);
      const { payments } = scenario.deps;
      payments.failNext('createIntent', kept, when);
      payments.failNext('createIntent', kept, when);
      const first = await scenario.call('POST', '/v1/tips', request);
      // If Stripe had created the payment, it is found at once.
      expect(first.status).toBe(when === 'before' ? 503 : 201);
      const again = await scenario.call('POST', '/v1/tips', request);
      expect({ status: again.status, size: payments.payments.size }).toEqual({ status: 201, size: 1 });
      const [tipId = ''] = stored(scenario);
      expect(tipIn(scenario, tipId)).toMatchObject({ payment: { status: 'awaiting' } });
      const id = word(again, 'clientSecret').split('_secret_')[0];
      expect(tipIn(scenario, tipId).stripe.paymentIntentId).toBe(id);
    },
  );

  it('is created by the sweep, and a repeated request returns it', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { payments, clock } = scenario.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('createIntent', kept);
    await scenario.call('POST', '/v1/tips', request);
    clock.advance(3 * 60_000);
    await runSweep(scenario.deps, 'every-5-minutes');
    expect(payments.payments.size).toBe(1);
    const again = await scenario.call('POST', '/v1/tips', request);
    expect({ status: again.status, size: payments.payments.size }).toEqual({ status: 201, size: 1 });
  });

  // Holds pay-094.
  it('is one payment for concurrent requests', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { payments } = scenario.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('createIntent', kept);
    await scenario.call('POST', '/v1/tips', request);
    const answers = await Promise.all([1, 2, 3].map(() => scenario.call('POST', '/v1/tips', request)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(payments.payments.size).toBe(1);
  });

  it("keeps its key while Stripe's list cannot be read", async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { payments } = scenario.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('listIntents', { kind: 'unavailable', error: new Error('cut') });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
    const [tipId = ''] = stored(scenario);
    expect(tipIn(scenario, tipId).keyRound).toBe(0);
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
  });

  it.each(['before', 'after'] as const)(
    "behaves the same with Stripe's own page (error %s the work)",
    async (when) => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario, { surface: 'hosted' });
      const { payments } = scenario.deps;
      payments.failNext('openCheckout', kept, when);
      payments.failNext('openCheckout', kept, when);
      await scenario.call('POST', '/v1/tips', request);
      const again = await scenario.call('POST', '/v1/tips', request);
      expect({ status: again.status, size: payments.sessions.size }).toEqual({ status: 201, size: 1 });
    },
  );
});

describe('a refund with a stored error at Stripe', () => {
  const requestId = '7d1f5c1e-2a3b-4c4d-8e5f-0a1b2c3d4e5f';
  const refund = (scenario: Scenario, tipId: string) =>
    scenario.call(
      'POST',
      `/v1/me/tips/${tipId}/refunds`,
      { requestId, amount: 200, reason: 'requested_by_customer' },
      bearerOf(adaToken),
    );
  const madeAt = (scenario: Scenario, id: string) => scenario.deps.payments.payments.get(id)?.refunds.length;

  // Holds pay-095.
  it('is made once, a minute later, under another key', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', kept);
    expect((await refund(scenario, tipId)).status).toBe(503);
    expect((await refund(scenario, tipId)).status).toBe(503);
    expect(madeAt(scenario, paymentIntentId)).toBe(0);
    scenario.deps.clock.advance(60_000);
    expect((await refund(scenario, tipId)).status).toBeLessThan(300);
    await refund(scenario, tipId);
    expect(madeAt(scenario, paymentIntentId)).toBe(1);
    expect(tipIn(scenario, tipId).refund).toMatchObject({ refunded: 200, pending: 0 });
  });

  it('is found, however late, when it was made despite the error, and is not repeated', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', kept, 'after');
    expect((await refund(scenario, tipId)).status).toBe(503);
    scenario.deps.clock.advance(26 * 60 * 60_000);
    scenario.deps.refunds.forgetKeys();
    await runSweep(scenario.deps, 'hourly');
    expect(madeAt(scenario, paymentIntentId)).toBe(1);
    expect(tipIn(scenario, tipId).refund).toMatchObject({ refunded: 200, pending: 0 });
  });

  it('is made once for concurrent requests of owner and sweep', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', kept);
    await refund(scenario, tipId);
    scenario.deps.clock.advance(5 * 60_000);
    await Promise.all([refund(scenario, tipId), runSweep(scenario.deps, 'hourly'), refund(scenario, tipId)]);
    expect(madeAt(scenario, paymentIntentId)).toBe(1);
    expect(tipIn(scenario, tipId).ownerUid).toBe(adaUid);
  });
});
