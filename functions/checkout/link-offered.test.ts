import { describe, expect, it } from 'vitest';
import {
  adasScenario,
  goodTip,
  putPayments,
  adaPayments,
  adaUid,
  sendTip,
  type Scenario,
} from '../testing/ada';
import type { TipOrder } from '../stripe/payments';

/** The payment requests that reach Stripe from now on. */
function watchOrders({ deps }: Scenario): TipOrder[] {
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
    const scenario = await adasScenario({}, { payments: { linkPayments } });
    const orders = watchOrders(scenario);
    const session = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(session.json['link']).toBe(linkPayments);
    await sendTip(scenario);
    expect(orders.map(({ ways: methods }) => methods.includes('link'))).toEqual([linkPayments]);
  });

  it('stays as it was for a tip whose first answer was lost', async () => {
    const scenario = await adasScenario();
    const orders = watchOrders(scenario);
    const request = await goodTip(scenario);
    scenario.deps.payments.failNext(
      'createIntent',
      { kind: 'unavailable', error: new Error('cut') },
      'after',
    );
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
    putPayments(scenario.deps, adaUid, { ...adaPayments, linkPayments: false });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
    expect(orders.map(({ ways: methods }) => methods.includes('link'))).toEqual([true, true]);
  });
});
