import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { adasScenario, adaToken, adaUid, bearerOf, sendEvent, sendTip, signIn } from '../testing/ada';
import { tipIn } from '../testing/stored-state';
import { paymentOf } from '../testing/without-events';

const day = 24 * 60 * 60_000;

/** The answer to a refund of a tip by this way, so many days after its payment, and what Stripe was asked meanwhile. */
async function refundAfter(days: number, type: string) {
  const scenario = await adasScenario();
  const { tipId, paymentIntentId } = await sendTip(scenario);
  scenario.stripe.pay(paymentIntentId);
  const payment = paymentOf(scenario, paymentIntentId);
  const method = { type, brand: null, last4: null, country: null };
  if (payment.charge !== null) payment.charge = { ...payment.charge, method };
  await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId });
  scenario.deps.clock.advance(days * day);
  signIn(scenario.deps, adaUid, adaToken);
  const { payments, refunds } = scenario.deps;
  const before = payments.calls.length + refunds.calls.length;
  const body = { requestId: randomUUID(), amount: null, reason: 'requested_by_customer' };
  const answer = await scenario.call('POST', `/v1/me/tips/${tipId}/refunds`, body, bearerOf(adaToken));
  const asked = payments.calls.length + refunds.calls.length - before;
  return { answer, asked, tip: tipIn(scenario, tipId) };
}

// Holds pay-222.
it.each(['ideal', 'twint'])(
  'a refund of a tip by %s is refused 181 days after the payment, and Stripe is not asked',
  async (type) => {
    const { answer, asked, tip } = await refundAfter(181, type);
    expect(answer).toMatchObject({ status: 409, json: { code: 'refund-too-late' } });
    expect(tip).toMatchObject({ state: 'paid', refund: { status: 'none', pending: 0 } });
    expect(asked).toBe(0);
  },
);

// Holds pay-222.
it.each([
  ['twint', 179],
  ['card', 181],
])('a refund of a tip by %s works %d days after the payment', async (type, days) => {
  const { answer, tip } = await refundAfter(days, type);
  expect(answer.status).toBe(200);
  expect(tip).toMatchObject({ state: 'refunded' });
});
