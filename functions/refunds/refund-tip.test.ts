import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import type { ChargeSnapshot } from '@busker/core/tip-state/payment-snapshot';
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
  type SentTip,
} from '../testing/ada';
import { tipIn, totalsIn, paymentOf } from '../testing/stored-state';
import { tipRules } from '../tips/tip-access';

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
  it('requires a sign-in of the last ten minutes that was not revoked', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario);
    scenario.deps.clock.advance(10 * 60_000 + 1);
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

type Method = NonNullable<ChargeSnapshot['method']>;

const bank = (type: string): Method => ({ type, brand: null, last4: null, country: null, fingerprint: null });
const wallet = (fingerprint: string): Method => ({
  type: 'card',
  brand: 'visa',
  last4: '4242',
  country: 'US',
  wallet: 'apple_pay',
  fingerprint,
});

/** A tip that was paid by this way. */
async function tipBy(scenario: Scenario, method: Method): Promise<SentTip> {
  const tip = await paidTip(scenario);
  const payment = paymentOf(scenario, tip.paymentIntentId);
  if (payment.charge !== null) payment.charge = { ...payment.charge, method };
  return tip;
}

const undoFrom = async (scenario: Scenario, { tipId, tipToken }: SentTip, address: string) =>
  (
    await scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, {
      ...bearerOf(tipToken),
      'x-forwarded-for': address,
    })
  ).status;

const home = '198.51.100.1';
const work = '198.51.100.2';

describe('the limits of undos', () => {
  describe('undo by a way to pay that has no card', () => {
    // Holds pay-335.
    it.each(['ideal', 'twint'])(
      'works twice a day by %s from an address, and by another way then',
      async (method) => {
        const scenario = await adasScenario({ limitFactor: 1 });
        const codes = [];
        for (let count = 0; count < 3; count += 1)
          codes.push(await undoFrom(scenario, await tipBy(scenario, bank(method)), home));
        codes.push(await undoFrom(scenario, await tipBy(scenario, bank('eps')), home));
        codes.push(await undoFrom(scenario, await tipBy(scenario, bank(method)), work));
        expect(codes).toEqual([200, 200, 409, 200, 200]);
      },
    );

    // Holds pay-335.
    it.each(['ideal', 'twint'])(
      'by %s may be tried twice a day for a payment, from any address',
      async (method) => {
        const scenario = await adasScenario({ limitFactor: 1 });
        for (let count = 0; count < 2; count += 1)
          await undoFrom(scenario, await tipBy(scenario, bank(method)), home);
        const [tip, other] = [await tipBy(scenario, bank(method)), await tipBy(scenario, bank(method))];
        // A try that is refused for its address does not count for the payment.
        expect([await undoFrom(scenario, tip, home), await undoFrom(scenario, tip, home)]).toEqual([
          409, 409,
        ]);
        expect(await undoFrom(scenario, tip, work)).toBe(200);
        const { limits, config } = scenario.deps;
        for (let count = 0; count < 2; count += 1)
          await limits.count([tipRules(config).undoByPayment(other.tipId)]);
        expect(await undoFrom(scenario, other, work)).toBe(409);
      },
    );

    // Holds pay-335.
    it('is not counted together for all fans whose address is not known', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const codes = [];
      for (let count = 0; count < 3; count += 1)
        codes.push(await undoFrom(scenario, await tipBy(scenario, bank('ideal')), 'no address'));
      expect(codes).toEqual([200, 200, 200]);
    });
  });

  // Holds pay-335.
  it('undo by a wallet is limited as by its card: twice a day by card, and by address', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const codes = [];
    for (const address of [home, work, '198.51.100.3'])
      codes.push(await undoFrom(scenario, await tipBy(scenario, wallet('device-a')), address));
    codes.push(await undoFrom(scenario, await tipBy(scenario, wallet('device-b')), home));
    codes.push(await undoFrom(scenario, await tipBy(scenario, wallet('device-c')), home));
    expect(codes).toEqual([200, 200, 409, 200, 409]);
  });
});

const undo = (scenario: Scenario, { tipId, tipToken }: SentTip) =>
  scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
const read = (scenario: Scenario, { tipId, tipToken }: SentTip, path = '') =>
  scenario.call('GET', `/v1/tips/${tipId}${path}`, undefined, bearerOf(tipToken));
const refundByOwner = (scenario: Scenario, { tipId }: SentTip, amount: number | null = null) =>
  scenario.call(
    'POST',
    `/v1/me/tips/${tipId}/refunds`,
    { requestId: randomUUID(), amount, reason: 'requested_by_customer' },
    bearerOf(adaToken),
  );

/** The card's bank returns the money, and Stripe sends the event. */
async function failRefund(scenario: Scenario, { tipId, paymentIntentId }: SentTip, reason?: string) {
  scenario.stripe.failRefund(paymentIntentId, reason);
  await sendEvent(scenario, 'refund.failed', { paymentIntentId, reference: { uid: adaUid, tipId } });
}

async function undoneThenFailed(reason?: string) {
  const scenario = await adasScenario();
  const tip = await paidTip(scenario);
  expect((await undo(scenario, tip)).json['status']).toBe('refunded');
  await failRefund(scenario, tip, reason);
  return { scenario, tip };
}

describe('an undo whose refund fails later', () => {
  // Holds pay-149.
  it('is shown with its reason, and the tip counts as paid again', async () => {
    const { scenario, tip } = await undoneThenFailed();
    expect((await read(scenario, tip)).json).toMatchObject({
      status: 'paid',
      refundFailure: { amount: 500, why: 'card-closed' },
    });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500, refunded: 0 });
  });

  // Holds pay-149.
  it('is not offered again, and is refused as failed when requested again', async () => {
    const { scenario, tip } = await undoneThenFailed();
    expect((await read(scenario, tip)).json['undoUntil']).toBeNull();
    const again = await undo(scenario, tip);
    expect(again).toMatchObject({ status: 409, json: { code: 'undo-failed' } });
    expect(scenario.deps.refunds.calls).toHaveLength(1);
  });

  // Holds pay-149.
  it('comes first on the receipt: where the money is, why, and what to do', async () => {
    const { scenario, tip } = await undoneThenFailed('declined');
    const { json } = await read(scenario, tip, '/receipt?lang=en');
    expect(json).toMatchObject({ heading: 'The refund failed', undoUntil: null });
    expect(json['sentence']).toBe(
      'A refund of $5.00 failed. Ada Lovelace has the money again. Your bank refused it. Please ask Ada Lovelace to return it another way.',
    );
  });

  it.each(shippedLanguages)('is on the receipt in %s', async (language) => {
    const { scenario, tip } = await undoneThenFailed('a_new_reason');
    const { json } = await read(scenario, tip, `/receipt?lang=${language}`);
    expect(json['sentence']).toMatch(/5.*Ada Lovelace.*Ada Lovelace/s);
  });

  it("can be followed by the owner's refund", async () => {
    const { scenario, tip } = await undoneThenFailed();
    scenario.deps.clock.advance(1000);
    expect((await refundByOwner(scenario, tip)).json).toMatchObject({ status: 'succeeded', refunded: 500 });
    const { json } = await read(scenario, tip);
    expect(json['status']).toBe('refunded');
    expect(json['refundFailure']).toBeUndefined();
    expect(totalsIn(scenario).usd).toMatchObject({ gross: 500, refunded: 500 });
  });
});

describe('an owner’s refund that fails', () => {
  it('later is stored with its reason, until another one follows', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    await refundByOwner(scenario, tip, 200);
    await failRefund(scenario, tip, 'lost_or_stolen_card');
    const failure = { amount: 200, reason: 'lost_or_stolen_card' };
    expect(tipIn(scenario, tip.tipId)).toMatchObject({
      state: 'paid',
      refund: { status: 'failed', failure },
    });
    scenario.deps.clock.advance(1000);
    await refundByOwner(scenario, tip, 100);
    expect(tipIn(scenario, tip.tipId).refund).toEqual({ status: 'partial', refunded: 100, pending: 0 });
  });

  it('at once, because Stripe refuses it, is stored with its reason through later syncs', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const refusal = { kind: 'refused', code: 'balance_insufficient', requestId: 'req_1' } as const;
    scenario.deps.refunds.failNext('createRefund', refusal);
    expect((await refundByOwner(scenario, tip, 200)).json['code']).toBe('refund-unavailable');
    const about = { paymentIntentId: tip.paymentIntentId, reference: { uid: adaUid, tipId: tip.tipId } };
    await sendEvent(scenario, 'charge.updated', about);
    const failure = { amount: 200, reason: 'balance_insufficient' };
    expect(tipIn(scenario, tip.tipId)).toMatchObject({
      state: 'paid',
      refund: { status: 'failed', failure },
    });
    const { json } = await read(scenario, tip);
    expect(json['refundFailure']).toEqual({ amount: 200, why: 'no-funds' });
  });
});

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

describe('the time for refunds', () => {
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
});
