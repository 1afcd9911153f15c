import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { paymentsDocument } from '../../core/money-documents/stripe-account-document';
import {
  adaPayments,
  adasScenario,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  sendEvent,
  sendTip,
  word,
  type SentTip,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

describe('when the owner disconnects between the tip and the card', () => {
  const gone = { kind: 'gone' } as const;
  const look = async (scenario: Scenario, { tipId, tipToken }: Pick<SentTip, 'tipId' | 'tipToken'>) => {
    scenario.deps.clock.advance(2000);
    return (await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken))).json['status'];
  };

  // Holds pay-013.
  it('the tip fails for good', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.deps.payments.failNext('snapshot', gone);
    expect([await look(scenario, tip), await look(scenario, tip)]).toEqual(['failed', 'failed']);
    expect(tipIn(scenario, tip.tipId).payment.lastError).toMatchObject({ code: 'account-gone' });
    expect(totalsIn(scenario).usd).toBeUndefined();
  });

  it("the stored answer is repeated while the owner's record is not updated, and the status shows the failure", async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    scenario.deps.payments.failNext('snapshot', gone);
    const again = await scenario.call('POST', '/v1/tips', request);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    const sent = { tipId: word(first, 'tipId'), tipToken: word(first, 'tipToken') };
    expect(await look(scenario, sent)).toBe('failed');
    expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
  });

  it.each([
    ['disconnected', { cardPayments: 'none', disconnectedAt: 1 }],
    ['replaced by another account', { accountId: 'acct_ada_2' }],
    ['of the other mode of Stripe’s keys', { livemode: true }],
  ] as const)('a repeated request ends the tip when the account is %s', async (_, change) => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    scenario.deps.store.put(paths.payments(adaUid), paymentsDocument.encode({ ...adaPayments, ...change }));
    for (const _again of [1, 2])
      expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
    expect(tipIn(scenario, word(first, 'tipId')).state).toBe('failed');
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  // Holds pay-014.
  it('a signed success event of that payment counts as paid, since no further event will come', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.deps.payments.failNext('snapshot', gone);
    const reference = { uid: adaUid, tipId: tip.tipId };
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: 'pi_other', reference });
    expect(tipIn(scenario, tip.tipId).state).toBe('failed');
    scenario.deps.payments.failNext('snapshot', gone);
    const { paymentIntentId } = tip;
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId, reference });
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 500 } });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
    expect(await look(scenario, tip)).toBe('paid');
  });

  // Holds pay-015.
  it("a payment that may still be made stays open: 3-D Secure, Stripe's own page", async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.stripe.ask3ds(tip.paymentIntentId);
    await look(scenario, tip);
    scenario.deps.payments.failNext('snapshot', gone);
    expect(await look(scenario, tip)).toBe('pending');
    const hosted = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    scenario.deps.payments.failNext('snapshot', gone);
    const sent = { tipId: word(hosted, 'tipId'), tipToken: word(hosted, 'tipToken') };
    expect(await look(scenario, sent)).toBe('pending');
  });

  it('a paid tip stays unchanged', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    scenario.deps.payments.failNext('snapshot', gone);
    await sendEvent(scenario, 'charge.refunded', { paymentIntentId: tip.paymentIntentId });
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
  });
});
