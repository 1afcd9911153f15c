import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import { adasStage, adaUid, goodTip, sendEvent, sendTip, tipSession, word, type Stage } from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

const statusOf = (stage: Stage, tipId: string) => {
  const tip = decodeTip(stage.deps.store.dump()[paths.tip(adaUid, tipId)]);
  if (!tip.ok) throw new Error('No such tip');
  return tip.value.payment.status;
};

const onlyTip = (stage: Stage) =>
  Object.keys(stage.deps.store.dump())
    .filter((path) => /\/tips\/[^/]+$/.test(path))
    .map((path) => path.split('/').at(-1) ?? '');

describe('a repeated request', () => {
  // Holds pay-068.
  it('gets the same answer, and is one tip with one intent', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage, { receiptEmail: 'zoe@fans.example' });
    const first = await stage.call('POST', '/v1/tips', request);
    const again = await stage.call('POST', '/v1/tips', request);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    expect(stage.deps.payments.payments.size).toBe(1);
    expect(onlyTip(stage)).toHaveLength(1);
  });

  // Holds pay-016.
  it('may have its UUID in capitals', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const first = await stage.call('POST', '/v1/tips', request);
    const capitals = { ...request, clientRequestId: request.clientRequestId.toUpperCase() };
    const again = await stage.call('POST', '/v1/tips', capitals);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    expect(onlyTip(stage)).toHaveLength(1);
  });

  it('gets the same answer with a renewed session', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const first = await stage.call('POST', '/v1/tips', request);
    stage.deps.clock.advance(31 * 60_000);
    const renewed = { ...request, session: await tipSession(stage) };
    expect((await stage.call('POST', '/v1/tips', renewed)).json).toEqual(first.json);
  });

  it.each([
    ['is free again', {}],
    ['leads nowhere', { state: 'retired' }],
    ['belongs to another owner', { uid: 'uid-of-another' }],
  ])('is not told that nothing was charged for a paid tip when the handle %s', async (_why, change) => {
    const stage = await adasStage();
    const { store } = stage.deps;
    const [paid, unpaid] = [await goodTip(stage), await goodTip(stage)];
    const { paymentIntentId } = await sendTip(stage, paid);
    stage.stripe.pay(paymentIntentId);
    await sendEvent(stage, 'payment_intent.succeeded', {
      paymentIntentId,
      reference: { uid: adaUid, tipId: onlyTip(stage)[0] ?? '' },
    });
    const path = paths.handle(paid.handle);
    const claim = store.dump()[path] ?? {};
    if (Object.keys(change).length === 0) await store.transaction(async (tx) => tx.remove(path));
    else store.put(path, { ...claim, ...change });
    const codes = [paid, unpaid].map(async (request) => {
      const answer = await stage.call('POST', '/v1/tips', request);
      return answer.json['code'];
    });
    const refusal = 'uid' in change ? 'session-invalid' : 'profile-not-found';
    expect(await Promise.all(codes)).toEqual(['tip-not-changeable', refusal]);
  });

  // Holds pay-068.
  it('is one tip when both arrive at once', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const both = await Promise.all([1, 2, 3].map(() => stage.call('POST', '/v1/tips', request)));
    expect(both.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(both.map((answer) => answer.text)).size).toBe(1);
    expect(stage.deps.payments.payments.size).toBe(1);
  });

  // Holds pay-068.
  it('overwrites nothing when it read before the first one was stored, and writes after that was paid', async () => {
    const stage = await adasStage();
    const { store } = stage.deps;
    const request = await goodTip(stage);
    const first = { answer: '' };
    const look = store.readVersioned.bind(store);
    store.readVersioned = async (docs) => {
      const seen = await look(docs);
      store.readVersioned = look;
      const answer = await stage.call('POST', '/v1/tips', request);
      first.answer = answer.text;
      const paymentIntentId = word(answer, 'clientSecret').split('_secret_')[0] ?? '';
      stage.stripe.pay(paymentIntentId);
      const reference = { uid: adaUid, tipId: word(answer, 'tipId') };
      await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId, reference });
      return seen;
    };
    const late = await stage.call('POST', '/v1/tips', request);
    expect({ status: late.status, text: late.text }).toEqual({ status: 201, text: first.answer });
    expect(tipIn(stage, word(late, 'tipId'))).toMatchObject({ rev: 3, state: 'paid' });
    expect(totalsIn(stage).usd).toMatchObject({ count: 1, gross: 500 });
    expect(stage.deps.payments.payments.size).toBe(1);
  });

  it.each([
    { tipAmount: 600, total: 600 },
    { message: 'other' },
    { anonymous: true },
    { receiptEmail: 'other@fans.example' },
    { surface: 'hosted' as const },
  ])('is refused with another body: %j', async (change) => {
    const stage = await adasStage();
    const request = await goodTip(stage, { receiptEmail: 'zoe@fans.example' });
    await stage.call('POST', '/v1/tips', request);
    const answer = await stage.call('POST', '/v1/tips', { ...request, ...change });
    expect(answer).toMatchObject({ status: 409, json: { code: 'request-reused' } });
  });
});

describe('a payment that could not be started', () => {
  // Holds pay-069.
  it.each(['before', 'after'] as const)(
    'can be repeated when Stripe did not answer (%s executing)',
    async (when) => {
      const stage = await adasStage();
      const request = await goodTip(stage);
      stage.deps.payments.failNext('createIntent', { kind: 'unavailable', error: new Error('cut') }, when);
      const failed = await stage.call('POST', '/v1/tips', request);
      expect(failed).toMatchObject({ status: 503, json: { code: 'service-unavailable' } });
      const [tipId = ''] = onlyTip(stage);
      expect(statusOf(stage, tipId)).toBe('draft');
      const again = await stage.call('POST', '/v1/tips', request);
      expect({ status: again.status, tipId: word(again, 'tipId') }).toEqual({ status: 201, tipId: tipId });
      expect(stage.deps.payments.payments.size).toBe(1);
      expect(statusOf(stage, tipId)).toBe('awaiting');
    },
  );

  // Holds pay-055.
  it.each([
    ['amount_too_small', 422, 'amount-too-small'],
    ['amount_too_large', 422, 'amount-too-large'],
    ['parameter_unknown', 502, 'payment-refused'],
  ])('ends when Stripe refuses it: %s', async (code, status, expected) => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    stage.deps.payments.failNext('createIntent', { kind: 'refused', code, requestId: 'req_1' });
    const answer = await stage.call('POST', '/v1/tips', request);
    expect(answer).toMatchObject({ status, json: { code: expected } });
    const [tipId = ''] = onlyTip(stage);
    expect(statusOf(stage, tipId)).toBe('failed');
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(502);
    expect(stage.deps.lines.join('\n')).toContain(code);
  });

  // Holds pay-026.
  it('has the problem payments-not-ready when the account is gone', async () => {
    const stage = await adasStage();
    stage.deps.payments.failNext('createIntent', { kind: 'gone' });
    const answer = await stage.call('POST', '/v1/tips', await goodTip(stage));
    expect(answer).toMatchObject({ status: 409, json: { code: 'payments-not-ready' } });
  });

  it('does not stop for a receipt that could not be mailed', async () => {
    const stage = await adasStage();
    stage.deps.payments.failNext('mailReceipt', { kind: 'refused', code: 'email_invalid', requestId: null });
    const request = await goodTip(stage, { receiptEmail: 'zoe@fans.example' });
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(201);
  });

  it('answers 503 and stores nothing when the store is unavailable', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const { StoreUnavailable } = await import('../store/store');
    stage.deps.store.fault = (step) => {
      if (step === 'commit') throw new StoreUnavailable(new Error('14 UNAVAILABLE'));
    };
    const answer = await stage.call('POST', '/v1/tips', request);
    expect(answer).toMatchObject({ status: 503, json: { code: 'service-unavailable' } });
    stage.deps.store.fault = () => undefined;
    expect(onlyTip(stage)).toEqual([]);
    expect(stage.deps.payments.calls).toEqual([]);
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(201);
  });
});
