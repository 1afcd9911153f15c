import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/money-documents/tip-document';
import {
  adasScenario,
  adaUid,
  goodTip,
  sendEvent,
  sendTip,
  tipSession,
  word,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

const statusOf = (scenario: Scenario, tipId: string) => {
  const tip = decodeTip(scenario.deps.store.dump()[paths.tip(adaUid, tipId)]);
  if (!tip.ok) throw new Error('No such tip');
  return tip.value.payment.status;
};

const onlyTip = (scenario: Scenario) =>
  Object.keys(scenario.deps.store.dump())
    .filter((path) => /\/tips\/[^/]+$/.test(path))
    .map((path) => path.split('/').at(-1) ?? '');

describe('a repeated request', () => {
  // Holds pay-068.
  it('gets the same answer, and is one tip with one intent', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario, { receiptEmail: 'zoe@fans.example' });
    const first = await scenario.call('POST', '/v1/tips', request);
    const again = await scenario.call('POST', '/v1/tips', request);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    expect(scenario.deps.payments.payments.size).toBe(1);
    expect(onlyTip(scenario)).toHaveLength(1);
  });

  // Holds pay-016.
  it('may have its UUID in capitals', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    const capitals = { ...request, clientRequestId: request.clientRequestId.toUpperCase() };
    const again = await scenario.call('POST', '/v1/tips', capitals);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    expect(onlyTip(scenario)).toHaveLength(1);
  });

  it('gets the same answer with a renewed session', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    scenario.deps.clock.advance(31 * 60_000);
    const renewed = { ...request, session: await tipSession(scenario) };
    expect((await scenario.call('POST', '/v1/tips', renewed)).json).toEqual(first.json);
  });

  it.each([
    ['is free again', {}],
    ['leads nowhere', { state: 'retired' }],
    ['belongs to another owner', { uid: 'uid-of-another' }],
  ])('is not told that nothing was charged for a paid tip when the handle %s', async (_why, change) => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const [paid, unpaid] = [await goodTip(scenario), await goodTip(scenario)];
    const { paymentIntentId } = await sendTip(scenario, paid);
    scenario.stripe.pay(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.succeeded', {
      paymentIntentId,
      reference: { uid: adaUid, tipId: onlyTip(scenario)[0] ?? '' },
    });
    const path = paths.handle(paid.handle);
    const claim = store.dump()[path] ?? {};
    if (Object.keys(change).length === 0) await store.transaction(async (tx) => tx.remove(path));
    else store.put(path, { ...claim, ...change });
    const codes = [paid, unpaid].map(async (request) => {
      const answer = await scenario.call('POST', '/v1/tips', request);
      return answer.json['code'];
    });
    const refusal = 'uid' in change ? 'session-invalid' : 'profile-not-found';
    expect(await Promise.all(codes)).toEqual(['tip-not-changeable', refusal]);
  });

  // Holds pay-068.
  it('is one tip when both arrive at once', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const both = await Promise.all([1, 2, 3].map(() => scenario.call('POST', '/v1/tips', request)));
    expect(both.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(both.map((answer) => answer.text)).size).toBe(1);
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  // Holds pay-068.
  it('overwrites nothing when it read before the first one was stored, and writes after that was paid', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const request = await goodTip(scenario);
    const first = { answer: '' };
    const look = store.readVersioned.bind(store);
    store.readVersioned = async (docs) => {
      const seen = await look(docs);
      store.readVersioned = look;
      const answer = await scenario.call('POST', '/v1/tips', request);
      first.answer = answer.text;
      const paymentIntentId = word(answer, 'clientSecret').split('_secret_')[0] ?? '';
      scenario.stripe.pay(paymentIntentId);
      const reference = { uid: adaUid, tipId: word(answer, 'tipId') };
      await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId, reference });
      return seen;
    };
    const late = await scenario.call('POST', '/v1/tips', request);
    expect({ status: late.status, text: late.text }).toEqual({ status: 201, text: first.answer });
    expect(tipIn(scenario, word(late, 'tipId'))).toMatchObject({ rev: 3, state: 'paid' });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  it.each([
    { tipAmount: 600, total: 600 },
    { message: 'other' },
    { anonymous: true },
    { receiptEmail: 'other@fans.example' },
    { surface: 'hosted' as const },
  ])('is refused with another body: %j', async (change) => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario, { receiptEmail: 'zoe@fans.example' });
    await scenario.call('POST', '/v1/tips', request);
    const answer = await scenario.call('POST', '/v1/tips', { ...request, ...change });
    expect(answer).toMatchObject({ status: 409, json: { code: 'request-reused' } });
  });
});

describe('a payment that could not be started', () => {
  // Holds pay-069.
  it.each(['before', 'after'] as const)(
    'can be repeated when Stripe did not answer (%s executing)',
    async (when) => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario);
      scenario.deps.payments.failNext('createIntent', { kind: 'unavailable', error: new Error('cut') }, when);
      const failed = await scenario.call('POST', '/v1/tips', request);
      expect(failed).toMatchObject({ status: 503, json: { code: 'service-unavailable' } });
      const [tipId = ''] = onlyTip(scenario);
      expect(statusOf(scenario, tipId)).toBe('draft');
      const again = await scenario.call('POST', '/v1/tips', request);
      expect({ status: again.status, tipId: word(again, 'tipId') }).toEqual({ status: 201, tipId: tipId });
      expect(scenario.deps.payments.payments.size).toBe(1);
      expect(statusOf(scenario, tipId)).toBe('awaiting');
    },
  );

  // Holds pay-055.
  it.each([
    ['amount_too_small', 422, 'amount-too-small'],
    ['amount_too_large', 422, 'amount-too-large'],
    ['parameter_unknown', 502, 'payment-refused'],
  ])('ends when Stripe refuses it: %s', async (code, status, expected) => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    scenario.deps.payments.failNext('createIntent', { kind: 'refused', code, requestId: 'req_1' });
    const answer = await scenario.call('POST', '/v1/tips', request);
    expect(answer).toMatchObject({ status, json: { code: expected } });
    const [tipId = ''] = onlyTip(scenario);
    expect(statusOf(scenario, tipId)).toBe('failed');
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(502);
    expect(scenario.deps.lines.join('\n')).toContain(code);
  });

  // Holds pay-026.
  it('has the problem payments-not-ready when the account is gone', async () => {
    const scenario = await adasScenario();
    scenario.deps.payments.failNext('createIntent', { kind: 'gone' });
    const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    expect(answer).toMatchObject({ status: 409, json: { code: 'payments-not-ready' } });
  });

  it('does not stop for a receipt that could not be mailed', async () => {
    const scenario = await adasScenario();
    scenario.deps.payments.failNext('mailReceipt', {
      kind: 'refused',
      code: 'email_invalid',
      requestId: null,
    });
    const request = await goodTip(scenario, { receiptEmail: 'zoe@fans.example' });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
  });

  it('answers 503 and stores nothing when the store is unavailable', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { StoreUnavailable } = await import('../store/store');
    scenario.deps.store.fault = (step) => {
      if (step === 'commit') throw new StoreUnavailable(new Error('14 UNAVAILABLE'));
    };
    const answer = await scenario.call('POST', '/v1/tips', request);
    expect(answer).toMatchObject({ status: 503, json: { code: 'service-unavailable' } });
    scenario.deps.store.fault = () => undefined;
    expect(onlyTip(scenario)).toEqual([]);
    expect(scenario.deps.payments.calls).toEqual([]);
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
  });
});
