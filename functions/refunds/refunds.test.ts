import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  adasStage,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  refusedFields,
  sendEvent,
  sendTip,
  signIn,
  type Stage,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

const refund = (stage: Stage, tipId: string, body: object, token = adaToken) =>
  stage.call(
    'POST',
    `/v1/me/tips/${tipId}/refunds`,
    { requestId: randomUUID(), amount: null, reason: 'requested_by_customer', ...body },
    bearerOf(token),
  );

describe('POST /v1/me/tips/{tipId}/refunds', () => {
  it('refunds a part and then the rest, and the totals follow', async () => {
    const stage = await adasStage();
    const { tipId } = await paidTip(stage);
    const part = await refund(stage, tipId, { amount: 200 });
    expect(part.status).toBe(200);
    expect(part.json).toMatchObject({ amount: 200, status: 'succeeded', refunded: 200, pending: 0 });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'partially_refunded', refund: { status: 'partial' } });
    const rest = await refund(stage, tipId, {});
    expect(rest.json).toMatchObject({ amount: 300, refunded: 500 });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'refunded', refund: { status: 'full' } });
    expect(totalsIn(stage)).toEqual({ usd: { count: 1, gross: 500, refunded: 500, disputed: 0 } });
  });

  // Holds pay-110.
  it('never refunds more than is left, also for concurrent requests', async () => {
    const stage = await adasStage();
    const { tipId } = await paidTip(stage);
    const over = await refund(stage, tipId, { amount: 501 });
    expect({ status: over.status, code: over.json['code'], figures: over.json['figures'] }).toEqual({
      status: 409,
      code: 'refund-too-large',
      figures: { left: 500 },
    });
    const both = await Promise.all([1, 2, 3].map(() => refund(stage, tipId, { amount: 300 })));
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    // Stripe would refuse too, but is not asked.
    expect(stage.deps.refunds.orders).toHaveLength(1);
    expect(tipIn(stage, tipId).refund).toMatchObject({ refunded: 300, pending: 0 });
    expect((await refund(stage, tipId, {})).json).toMatchObject({ amount: 200 });
    expect((await refund(stage, tipId, {})).json['code']).toBe('refund-too-large');
  });

  // Holds pay-110.
  it('reserves its amount before asking Stripe, so that a concurrent refund finds only the rest', async () => {
    const stage = await adasStage();
    const { refunds } = stage.deps;
    const { tipId } = await paidTip(stage);
    const createRefund = refunds.createRefund.bind(refunds);
    const meanwhile: unknown[] = [];
    refunds.createRefund = async (order) => {
      refunds.createRefund = createRefund;
      meanwhile.push((await refund(stage, tipId, { amount: 300 })).json['figures']);
      return createRefund(order);
    };
    expect((await refund(stage, tipId, { amount: 300 })).status).toBe(200);
    expect(meanwhile).toEqual([{ left: 200 }]);
    expect(refunds.orders).toHaveLength(1);
  });

  // Holds dash-068, pay-071.
  it('is one refund, however often the same request is sent', async () => {
    const stage = await adasStage();
    const { tipId } = await paidTip(stage);
    const requestId = randomUUID();
    const [first, again] = await Promise.all(
      [1, 2].map(() => refund(stage, tipId, { requestId, amount: 100 })),
    );
    expect([first?.status, again?.status]).toEqual([200, 200]);
    const third = await refund(stage, tipId, { requestId, amount: 100 });
    expect(third.json).toMatchObject({ status: 'succeeded', refunded: 100 });
    expect((await refund(stage, tipId, { requestId, amount: 200 })).json['code']).toBe('request-reused');
    expect(tipIn(stage, tipId).refund.refunded).toBe(100);
  });

  // Holds pay-016.
  it('is one refund also with its UUID in capitals', async () => {
    const stage = await adasStage();
    const { tipId } = await paidTip(stage);
    const requestId = randomUUID();
    const first = await refund(stage, tipId, { requestId, amount: 200 });
    const again = await refund(stage, tipId, { requestId: requestId.toUpperCase(), amount: 200 });
    expect({ status: again.status, json: again.json }).toEqual({ status: 200, json: first.json });
    expect(again.json).toMatchObject({ requestId, refunded: 200 });
    expect(stage.deps.refunds.orders).toHaveLength(1);
  });

  // Holds pay-072.
  it("stays stored when Stripe's answer is lost, and is repeated with the same key", async () => {
    const stage = await adasStage();
    const { tipId } = await paidTip(stage);
    const requestId = randomUUID();
    stage.deps.refunds.failNext('createRefund', { kind: 'unavailable', error: new Error('cut') }, 'after');
    const lost = await refund(stage, tipId, { requestId, amount: 400 });
    expect(lost).toMatchObject({ status: 503, json: { code: 'service-unavailable' } });
    expect(tipIn(stage, tipId).refund).toMatchObject({ status: 'pending', pending: 400 });
    expect((await refund(stage, tipId, { amount: 200 })).json['code']).toBe('refund-too-large');
    expect((await refund(stage, tipId, { requestId, amount: 400 })).json).toMatchObject({
      refunded: 400,
      pending: 0,
    });
    expect(totalsIn(stage).usd?.refunded).toBe(400);
  });

  // Holds pay-071.
  it("is found in Stripe's list when Stripe has forgotten the key", async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidTip(stage);
    const requestId = randomUUID();
    stage.deps.refunds.failNext('createRefund', { kind: 'unavailable', error: new Error('500') }, 'after');
    await refund(stage, tipId, { requestId, amount: 200 });
    stage.deps.refunds.forgetKeys();
    const again = await refund(stage, tipId, { requestId, amount: 200 });
    expect(again.json).toMatchObject({ status: 'succeeded', refunded: 200, pending: 0 });
    expect(stage.deps.payments.payments.get(paymentIntentId)?.refunds).toHaveLength(1);
  });

  it('is no longer reserved once Stripe lists it, whichever event comes first', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidTip(stage);
    stage.deps.refunds.failNext('createRefund', { kind: 'unavailable', error: new Error('cut') }, 'after');
    await refund(stage, tipId, { amount: 200 });
    expect(tipIn(stage, tipId).refund).toMatchObject({ refunded: 0, pending: 200 });
    await sendEvent(stage, 'refund.created', { paymentIntentId });
    expect(tipIn(stage, tipId)).toMatchObject({
      state: 'partially_refunded',
      refund: { status: 'partial', refunded: 200, pending: 0 },
    });
    expect(totalsIn(stage).usd?.refunded).toBe(200);
  });

  // Holds pay-112.
  it('syncs after a refusal, and finds a refund or a dispute without an event', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidTip(stage);
    stage.stripe.refund(paymentIntentId, 300);
    const late = await refund(stage, tipId, {});
    expect({ status: late.status, code: late.json['code'], figures: late.json['figures'] }).toEqual({
      status: 409,
      code: 'refund-too-large',
      figures: { left: 200 },
    });
    expect(tipIn(stage, tipId).refund).toEqual({ status: 'partial', refunded: 300, pending: 0 });
    expect(totalsIn(stage).usd?.refunded).toBe(300);
    stage.stripe.dispute(paymentIntentId, 'needs_response');
    const refused = { kind: 'refused', code: 'charge_disputed', requestId: 'req_1' } as const;
    stage.deps.refunds.failNext('createRefund', refused);
    expect((await refund(stage, tipId, { amount: 100 })).json['code']).toBe('refund-unavailable');
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'disputed', refund: { pending: 0 } });
  });

  it('releases the amount of a refused refund, with a problem', async () => {
    const stage = await adasStage();
    const { tipId } = await paidTip(stage);
    const refused = { kind: 'refused', code: 'charge_disputed', requestId: 'req_1' } as const;
    stage.deps.refunds.failNext('createRefund', refused);
    const answer = await refund(stage, tipId, { amount: 400 });
    expect(answer).toMatchObject({ status: 409, json: { code: 'refund-unavailable' } });
    expect(tipIn(stage, tipId).refund.pending).toBe(0);
    expect((await refund(stage, tipId, {})).json).toMatchObject({ amount: 500, status: 'succeeded' });
  });

  // Holds pay-113.
  it('waits for balance, and the totals rise again when it fails', async () => {
    const stage = await adasStage();
    const { tipId, paymentIntentId } = await paidTip(stage);
    stage.deps.refunds.next = 'pending';
    const requestId = randomUUID();
    const waiting = await refund(stage, tipId, { requestId, amount: 500 });
    expect(waiting.json).toMatchObject({ status: 'pending', refunded: 0, pending: 500 });
    expect(totalsIn(stage).usd?.refunded).toBe(500);
    const payment = stage.deps.payments.payments.get(paymentIntentId);
    const failed = { status: 'failed', failureReason: 'insufficient_funds' } as const;
    if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, ...failed }));
    await sendEvent(stage, 'refund.failed', { paymentIntentId });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'paid', refund: { status: 'failed', pending: 0 } });
    expect(totalsIn(stage).usd?.refunded).toBe(0);
    expect(stage.deps.store.dump()[paths.refund(adaUid, tipId, requestId)]).toMatchObject(failed);
  });

  // Holds pay-064.
  it("refunds the host's share in proportion", async () => {
    const stage = await adasStage({ mode: 'connect', platformFeeBps: 500 });
    const { tipId } = await paidTip(stage);
    expect((await refund(stage, tipId, { amount: 100 })).status).toBe(200);
    expect(stage.deps.refunds.orders).toMatchObject([{ amount: 100, withApplicationFee: true }]);
    const whole = await adasStage({ mode: 'connect' });
    await refund(whole, (await paidTip(whole)).tipId, {});
    expect(whole.deps.refunds.orders).toMatchObject([{ amount: 500, withApplicationFee: false }]);
  });

  // Holds pay-111.
  it("is refused for unpaid tips, disputed tips and other owners' tips", async () => {
    const stage = await adasStage();
    const unpaid = await sendTip(stage);
    expect((await refund(stage, unpaid.tipId, {})).json['code']).toBe('refund-unavailable');
    const disputed = await paidTip(stage);
    stage.stripe.dispute(disputed.paymentIntentId, 'needs_response');
    await sendEvent(stage, 'charge.dispute.created', { paymentIntentId: disputed.paymentIntentId });
    expect((await refund(stage, disputed.tipId, {})).json['code']).toBe('refund-unavailable');
    stage.stripe.dispute(disputed.paymentIntentId, 'lost');
    await sendEvent(stage, 'charge.dispute.closed', { paymentIntentId: disputed.paymentIntentId });
    expect((await refund(stage, disputed.tipId, {})).json['code']).toBe('refund-unavailable');
    expect(stage.deps.refunds.orders).toEqual([]);
    signIn(stage.deps, 'uid-eve', 'token-eve');
    expect((await refund(stage, disputed.tipId, {}, 'token-eve')).json['code']).toBe('tip-not-found');
  });

  // Holds dash-068.
  it('requires a sign-in of the last five minutes that was not revoked', async () => {
    const stage = await adasStage();
    const { tipId } = await paidTip(stage);
    stage.deps.clock.advance(5 * 60_000 + 1);
    expect((await refund(stage, tipId, {})).json['code']).toBe('recent-sign-in-required');
    signIn(stage.deps, adaUid, adaToken);
    stage.deps.idTokens.revoked.add(adaToken);
    expect((await refund(stage, tipId, {})).json['code']).toBe('sign-in-required');
  });

  it.each([
    ['requestId', { requestId: 'x' }],
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.5 }],
    ['amount', { amount: '100' }],
    ['reason', { reason: 'because' }],
    ['note', { note: 'x' }],
  ])('refuses an invalid %s, naming the field: %j', async (field, change) => {
    const stage = await adasStage();
    const { tipId } = await paidTip(stage);
    const answer = await refund(stage, tipId, change);
    expect(answer.status).toBe(422);
    expect(refusedFields(answer)).toEqual([field]);
  });
});
