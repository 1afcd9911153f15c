import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  refusedFields,
  sendEvent,
  sendTip,
  signIn,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

const refund = (scenario: Scenario, tipId: string, body: object, token = adaToken) =>
  scenario.call(
    'POST',
    `/v1/me/tips/${tipId}/refunds`,
    { requestId: randomUUID(), amount: null, reason: 'requested_by_customer', ...body },
    bearerOf(token),
  );

describe('POST /v1/me/tips/{tipId}/refunds', () => {
  it('refunds a part and then the rest, and the totals follow', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    const part = await refund(scenario, tipId, { amount: 200 });
    expect(part.status).toBe(200);
    expect(part.json).toMatchObject({ amount: 200, status: 'succeeded', refunded: 200, pending: 0 });
    expect(tipIn(scenario, tipId)).toMatchObject({
      state: 'partially_refunded',
      refund: { status: 'partial' },
    });
    const rest = await refund(scenario, tipId, {});
    expect(rest.json).toMatchObject({ amount: 300, refunded: 500 });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'refunded', refund: { status: 'full' } });
    expect(totalsIn(scenario)).toEqual({ usd: { count: 1, gross: 500, refunded: 500, disputed: 0 } });
  });

  // Holds pay-110.
  it('never refunds more than is left, also for concurrent requests', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    const over = await refund(scenario, tipId, { amount: 501 });
    expect({ status: over.status, code: over.json['code'], figures: over.json['figures'] }).toEqual({
      status: 409,
      code: 'refund-too-large',
      figures: { left: 500 },
    });
    const both = await Promise.all([1, 2, 3].map(() => refund(scenario, tipId, { amount: 300 })));
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    // Stripe would refuse too, but is not asked.
    expect(scenario.deps.refunds.orders).toHaveLength(1);
    expect(tipIn(scenario, tipId).refund).toMatchObject({ refunded: 300, pending: 0 });
    expect((await refund(scenario, tipId, {})).json).toMatchObject({ amount: 200 });
    expect((await refund(scenario, tipId, {})).json['code']).toBe('refund-too-large');
  });

  // Holds pay-110.
  it('reserves its amount before asking Stripe, so that a concurrent refund finds only the rest', async () => {
    const scenario = await adasScenario();
    const { refunds } = scenario.deps;
    const { tipId } = await paidTip(scenario);
    const createRefund = refunds.createRefund.bind(refunds);
    const meanwhile: unknown[] = [];
    refunds.createRefund = async (order) => {
      refunds.createRefund = createRefund;
      meanwhile.push((await refund(scenario, tipId, { amount: 300 })).json['figures']);
      return createRefund(order);
    };
    expect((await refund(scenario, tipId, { amount: 300 })).status).toBe(200);
    expect(meanwhile).toEqual([{ left: 200 }]);
    expect(refunds.orders).toHaveLength(1);
  });

  // Holds dash-068, pay-071.
  it('is one refund, however often the same request is sent', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    const requestId = randomUUID();
    const [first, again] = await Promise.all(
      [1, 2].map(() => refund(scenario, tipId, { requestId, amount: 100 })),
    );
    expect([first?.status, again?.status]).toEqual([200, 200]);
    const third = await refund(scenario, tipId, { requestId, amount: 100 });
    expect(third.json).toMatchObject({ status: 'succeeded', refunded: 100 });
    expect((await refund(scenario, tipId, { requestId, amount: 200 })).json['code']).toBe('request-reused');
    expect(tipIn(scenario, tipId).refund.refunded).toBe(100);
  });

  // Holds pay-016.
  it('is one refund also with its UUID in capitals', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    const requestId = randomUUID();
    const first = await refund(scenario, tipId, { requestId, amount: 200 });
    const again = await refund(scenario, tipId, { requestId: requestId.toUpperCase(), amount: 200 });
    expect({ status: again.status, json: again.json }).toEqual({ status: 200, json: first.json });
    expect(again.json).toMatchObject({ requestId, refunded: 200 });
    expect(scenario.deps.refunds.orders).toHaveLength(1);
  });

  // Holds pay-072.
  it("stays stored when Stripe's answer is lost, and is repeated with the same key", async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    const requestId = randomUUID();
    scenario.deps.refunds.failNext('createRefund', { kind: 'unavailable', error: new Error('cut') }, 'after');
    const lost = await refund(scenario, tipId, { requestId, amount: 400 });
    expect(lost).toMatchObject({ status: 503, json: { code: 'service-unavailable' } });
    expect(tipIn(scenario, tipId).refund).toMatchObject({ status: 'pending', pending: 400 });
    expect((await refund(scenario, tipId, { amount: 200 })).json['code']).toBe('refund-too-large');
    expect((await refund(scenario, tipId, { requestId, amount: 400 })).json).toMatchObject({
      refunded: 400,
      pending: 0,
    });
    expect(totalsIn(scenario).usd?.refunded).toBe(400);
  });

  // Holds pay-071.
  it("is found in Stripe's list when Stripe has forgotten the key", async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    const requestId = randomUUID();
    scenario.deps.refunds.failNext('createRefund', { kind: 'unavailable', error: new Error('500') }, 'after');
    await refund(scenario, tipId, { requestId, amount: 200 });
    scenario.deps.refunds.forgetKeys();
    const again = await refund(scenario, tipId, { requestId, amount: 200 });
    expect(again.json).toMatchObject({ status: 'succeeded', refunded: 200, pending: 0 });
    expect(scenario.deps.payments.payments.get(paymentIntentId)?.refunds).toHaveLength(1);
  });

  it('is no longer reserved once Stripe lists it, whichever event comes first', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', { kind: 'unavailable', error: new Error('cut') }, 'after');
    await refund(scenario, tipId, { amount: 200 });
    expect(tipIn(scenario, tipId).refund).toMatchObject({ refunded: 0, pending: 200 });
    await sendEvent(scenario, 'refund.created', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({
      state: 'partially_refunded',
      refund: { status: 'partial', refunded: 200, pending: 0 },
    });
    expect(totalsIn(scenario).usd?.refunded).toBe(200);
  });

  // Holds pay-112.
  it('syncs after a refusal, and finds a refund or a dispute without an event', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.stripe.refund(paymentIntentId, 300);
    const late = await refund(scenario, tipId, {});
    expect({ status: late.status, code: late.json['code'], figures: late.json['figures'] }).toEqual({
      status: 409,
      code: 'refund-too-large',
      figures: { left: 200 },
    });
    expect(tipIn(scenario, tipId).refund).toEqual({ status: 'partial', refunded: 300, pending: 0 });
    expect(totalsIn(scenario).usd?.refunded).toBe(300);
    scenario.stripe.dispute(paymentIntentId, 'needs_response');
    const refused = { kind: 'refused', code: 'charge_disputed', requestId: 'req_1' } as const;
    scenario.deps.refunds.failNext('createRefund', refused);
    expect((await refund(scenario, tipId, { amount: 100 })).json['code']).toBe('refund-unavailable');
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'disputed', refund: { pending: 0 } });
  });

  it('releases the amount of a refused refund, with a problem', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    const refused = { kind: 'refused', code: 'charge_disputed', requestId: 'req_1' } as const;
    scenario.deps.refunds.failNext('createRefund', refused);
    const answer = await refund(scenario, tipId, { amount: 400 });
    expect(answer).toMatchObject({ status: 409, json: { code: 'refund-unavailable' } });
    expect(tipIn(scenario, tipId).refund.pending).toBe(0);
    expect((await refund(scenario, tipId, {})).json).toMatchObject({ amount: 500, status: 'succeeded' });
  });

  // Holds pay-113.
  it('waits for balance, and the totals rise again when it fails', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.refunds.next = 'pending';
    const requestId = randomUUID();
    const waiting = await refund(scenario, tipId, { requestId, amount: 500 });
    expect(waiting.json).toMatchObject({ status: 'pending', refunded: 0, pending: 500 });
    expect(totalsIn(scenario).usd?.refunded).toBe(500);
    const payment = scenario.deps.payments.payments.get(paymentIntentId);
    const failed = { status: 'failed', failureReason: 'insufficient_funds' } as const;
    if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, ...failed }));
    await sendEvent(scenario, 'refund.failed', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', refund: { status: 'failed', pending: 0 } });
    expect(totalsIn(scenario).usd?.refunded).toBe(0);
    expect(scenario.deps.store.dump()[paths.refund(adaUid, tipId, requestId)]).toMatchObject(failed);
  });

  // Holds pay-064.
  it("refunds the host's share in proportion", async () => {
    const scenario = await adasScenario({ mode: 'connect', platformFeeBps: 500 });
    const { tipId } = await paidTip(scenario);
    expect((await refund(scenario, tipId, { amount: 100 })).status).toBe(200);
    expect(scenario.deps.refunds.orders).toMatchObject([{ amount: 100, withApplicationFee: true }]);
    const whole = await adasScenario({ mode: 'connect' });
    await refund(whole, (await paidTip(whole)).tipId, {});
    expect(whole.deps.refunds.orders).toMatchObject([{ amount: 500, withApplicationFee: false }]);
  });

  // Holds pay-111.
  it("is refused for unpaid tips, disputed tips and other owners' tips", async () => {
    const scenario = await adasScenario();
    const unpaid = await sendTip(scenario);
    expect((await refund(scenario, unpaid.tipId, {})).json['code']).toBe('refund-unavailable');
    const disputed = await paidTip(scenario);
    scenario.stripe.dispute(disputed.paymentIntentId, 'needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId: disputed.paymentIntentId });
    expect((await refund(scenario, disputed.tipId, {})).json['code']).toBe('refund-unavailable');
    scenario.stripe.dispute(disputed.paymentIntentId, 'lost');
    await sendEvent(scenario, 'charge.dispute.closed', { paymentIntentId: disputed.paymentIntentId });
    expect((await refund(scenario, disputed.tipId, {})).json['code']).toBe('refund-unavailable');
    expect(scenario.deps.refunds.orders).toEqual([]);
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    expect((await refund(scenario, disputed.tipId, {}, 'token-eve')).json['code']).toBe('tip-not-found');
  });

  // Holds dash-068.
  it('requires a sign-in of the last five minutes that was not revoked', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    scenario.deps.clock.advance(5 * 60_000 + 1);
    expect((await refund(scenario, tipId, {})).json['code']).toBe('recent-sign-in-required');
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.idTokens.revoked.add(adaToken);
    expect((await refund(scenario, tipId, {})).json['code']).toBe('sign-in-required');
  });

  it.each([
    ['requestId', { requestId: 'x' }],
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.5 }],
    ['amount', { amount: '100' }],
    ['reason', { reason: 'because' }],
    ['note', { note: 'x' }],
  ])('refuses an invalid %s, naming the field: %j', async (field, change) => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    const answer = await refund(scenario, tipId, change);
    expect(answer.status).toBe(422);
    expect(refusedFields(answer)).toEqual([field]);
  });
});
