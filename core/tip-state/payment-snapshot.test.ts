import { describe, expect, it, test } from 'vitest';
import { fakeIntent, fakeSnapshot, fakeTip } from '../testing/fakes';
import { projectTip } from './tip-projection';

describe("a payment that differs from the tip's request", () => {
  test.each<[string, Partial<Parameters<typeof fakeSnapshot>[0]>]>([
    ['amount', { intent: fakeIntent({ amount: 100, amountReceived: 546 }) }],
    ['received', { intent: fakeIntent({ amountReceived: 100 }) }],
    ['currency', { intent: fakeIntent({ currency: 'eur' }) }],
    ['account', { accountId: 'acct_other' }],
    ['livemode', { livemode: true }],
    ['tip_id', { intent: fakeIntent({ tipId: 'tip2' }) }],
    ['owner_uid', { intent: fakeIntent({ uid: null }) }],
    ['intent', { intent: fakeIntent({ id: 'pi_2' }) }],
  ])('%s: is held and not counted', (what, given) => {
    const projected = projectTip(fakeTip(), fakeSnapshot(given));
    expect(projected.moderation).toEqual({ state: 'held', reasons: [`payment-mismatch:${what}`] });
    expect(projected.contrib).toEqual({ count: 0, gross: 0, refunded: 0, disputed: 0 });
    expect(projected.stripe.paymentIntentId).toBe('pi_1');
  });

  it('is released and counted when Stripe and Busker agree again', () => {
    const held = projectTip(fakeTip(), fakeSnapshot({ intent: fakeIntent({ amount: 100 }) }));
    const mended = projectTip(held, fakeSnapshot());
    expect(mended.moderation).toEqual({ state: 'visible', reasons: [] });
    expect(mended.contrib.count).toBe(1);
  });

  it("keeps the other reasons of moderation and the owner's choice", () => {
    const wrong = fakeSnapshot({ intent: fakeIntent({ amount: 100 }) });
    const heldTip = fakeTip({ moderation: { state: 'held', reasons: ['web-address'] } });
    const mended = projectTip(projectTip(heldTip, wrong), fakeSnapshot());
    expect(mended.moderation).toEqual({ state: 'held', reasons: ['web-address'] });
    const hidden = projectTip(fakeTip({ moderation: { state: 'hidden', reasons: [] } }), wrong);
    expect(hidden.moderation).toEqual({ state: 'hidden', reasons: ['payment-mismatch:amount'] });
  });
});
