import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { encodePayments } from '../../core/documents/stripe-account-document';
import {
  adaPayments,
  adasStage,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  sendEvent,
  sendTip,
  word,
  type SentTip,
  type Stage,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

describe('when the owner disconnects between the tip and the card', () => {
  const gone = { kind: 'gone' } as const;
  const look = async (stage: Stage, { tipId, tipToken }: Pick<SentTip, 'tipId' | 'tipToken'>) => {
    stage.deps.clock.advance(2000);
    return (await stage.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken))).json['status'];
  };

  // Holds pay-013.
  it('the tip fails for good', async () => {
    const stage = await adasStage();
    const tip = await sendTip(stage);
    stage.deps.payments.failNext('snapshot', gone);
    expect([await look(stage, tip), await look(stage, tip)]).toEqual(['failed', 'failed']);
    expect(tipIn(stage, tip.tipId).payment.lastError).toMatchObject({ code: 'account-gone' });
    expect(totalsIn(stage).usd).toBeUndefined();
  });

  it("the stored answer is repeated while the owner's record is not updated, and the status shows the failure", async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const first = await stage.call('POST', '/v1/tips', request);
    stage.deps.payments.failNext('snapshot', gone);
    const again = await stage.call('POST', '/v1/tips', request);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    const sent = { tipId: word(first, 'tipId'), tipToken: word(first, 'tipToken') };
    expect(await look(stage, sent)).toBe('failed');
    expect((await stage.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
  });

  it.each([
    ['disconnected', { cardPayments: 'none', disconnectedAt: 1 }],
    ['replaced by another account', { accountId: 'acct_ada_2' }],
    ['of the other mode of Stripe’s keys', { livemode: true }],
  ] as const)('a repeated request ends the tip when the account is %s', async (_, change) => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const first = await stage.call('POST', '/v1/tips', request);
    stage.deps.store.put(paths.payments(adaUid), encodePayments({ ...adaPayments, ...change }));
    for (const _again of [1, 2])
      expect((await stage.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
    expect(tipIn(stage, word(first, 'tipId')).state).toBe('failed');
    expect(stage.deps.payments.payments.size).toBe(1);
  });

  // Holds pay-014.
  it('a signed success event of that payment counts as paid, since no further event will come', async () => {
    const stage = await adasStage();
    const tip = await sendTip(stage);
    stage.deps.payments.failNext('snapshot', gone);
    const reference = { uid: adaUid, tipId: tip.tipId };
    await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId: 'pi_other', reference });
    expect(tipIn(stage, tip.tipId).state).toBe('failed');
    stage.deps.payments.failNext('snapshot', gone);
    const { paymentIntentId } = tip;
    await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId, reference });
    expect(tipIn(stage, tip.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 500 } });
    expect(totalsIn(stage).usd).toMatchObject({ count: 1, gross: 500 });
    expect(await look(stage, tip)).toBe('paid');
  });

  // Holds pay-015.
  it("a payment that may still be made stays open: 3-D Secure, Stripe's own page", async () => {
    const stage = await adasStage();
    const tip = await sendTip(stage);
    stage.stripe.ask3ds(tip.paymentIntentId);
    await look(stage, tip);
    stage.deps.payments.failNext('snapshot', gone);
    expect(await look(stage, tip)).toBe('pending');
    const hosted = await stage.call('POST', '/v1/tips', await goodTip(stage, { surface: 'hosted' }));
    stage.deps.payments.failNext('snapshot', gone);
    const sent = { tipId: word(hosted, 'tipId'), tipToken: word(hosted, 'tipToken') };
    expect(await look(stage, sent)).toBe('pending');
  });

  it('a paid tip stays unchanged', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    stage.deps.payments.failNext('snapshot', gone);
    await sendEvent(stage, 'charge.refunded', { paymentIntentId: tip.paymentIntentId });
    expect(tipIn(stage, tip.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
  });
});
