import { describe, expect, it } from 'vitest';
import { adasStage, goodTip, putPayments, adaPayments, adaUid, sendTip, type Stage } from '../testing/ada';
import type { TipOrder } from '../stripe/payments';

/** The payment requests that reach Stripe from now on. */
function watchOrders({ deps }: Stage): TipOrder[] {
  const orders: TipOrder[] = [];
  const create = deps.payments.createIntent.bind(deps.payments);
  deps.payments.createIntent = (order) => {
    orders.push(order);
    return create(order);
  };
  return orders;
}

describe('Link', () => {
  // Holds pay-195.
  it.each([true, false])('is the same in the session and the payment: %s', async (linkPayments) => {
    const stage = await adasStage({}, { payments: { linkPayments } });
    const orders = watchOrders(stage);
    const session = await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(session.json['link']).toBe(linkPayments);
    await sendTip(stage);
    expect(orders.map(({ ways }) => ways.includes('link'))).toEqual([linkPayments]);
  });

  it('stays as it was for a tip whose first answer was lost', async () => {
    const stage = await adasStage();
    const orders = watchOrders(stage);
    const request = await goodTip(stage);
    stage.deps.payments.failNext('createIntent', { kind: 'unavailable', error: new Error('cut') }, 'after');
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(503);
    putPayments(stage.deps, adaUid, { ...adaPayments, linkPayments: false });
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(201);
    expect(orders.map(({ ways }) => ways.includes('link'))).toEqual([true, true]);
  });
});
