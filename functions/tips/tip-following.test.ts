import { describe, expect, it } from 'vitest';
import { parseWith } from '../../core/base/result';
import { tipStatus } from '../../core/fan-api/tip-api';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  putDraft,
  refusedFields,
  sendEvent,
  sendTip,
} from '../testing/ada';
import { StoreUnavailable } from '../store/store';
import { tipIn, totalsIn } from '../testing/stored-state';

describe('GET /v1/tips/{tipId}', () => {
  it('syncs the payment, at most every two seconds', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    const look = () => scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    const first = await look();
    expect(parseWith(tipStatus, first.json).ok).toBe(true);
    expect(first.json).toMatchObject({ status: 'pending', amount: 500, currency: 'usd', undoUntil: null });
    expect(first.json['receiptUrl']).toBe(`https://busker.test/t/${tipId}`);
    scenario.stripe.pay(paymentIntentId);
    const undoUntil = scenario.deps.clock.now() + 600_000;
    scenario.deps.clock.advance(1999);
    expect((await look()).json['status']).toBe('pending');
    scenario.deps.clock.advance(1);
    expect((await look()).json).toMatchObject({ status: 'paid', undoUntil });
    const asked = scenario.deps.payments.calls.length;
    scenario.deps.clock.advance(60_000);
    await look();
    expect(scenario.deps.payments.calls.length).toBe(asked);
  });

  it('returns the stored state while Stripe is unavailable', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await sendTip(scenario);
    scenario.deps.payments.failNext('snapshot', { kind: 'unavailable', error: new Error('cut') });
    const answer = await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    expect(answer).toMatchObject({ status: 200, json: { status: 'pending' } });
  });

  // Holds pay-142.
  it('does not contain the decline reason', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    scenario.stripe.decline(paymentIntentId, 'card_declined', 'stolen_card');
    const answer = await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    expect(answer.json['status']).toBe('pending');
    expect(answer.text).not.toMatch(/stolen|declin/);
  });

  // Holds pay-130.
  it("is the same 404 for a wrong token, another tip's token, no token, and no tip", async () => {
    const scenario = await adasScenario();
    const one = await sendTip(scenario);
    const other = await sendTip(scenario);
    const asked: readonly (readonly [string, Record<string, string>])[] = [
      [one.tipId, bearerOf(`${one.tipToken}x`)],
      [one.tipId, bearerOf(other.tipToken)],
      [one.tipId, {}],
      ['a'.repeat(25), bearerOf(one.tipToken)],
    ];
    const answers = await Promise.all(
      asked.map(([tipId, headers]) => scenario.call('GET', `/v1/tips/${tipId}`, undefined, headers)),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect({ status: answers[0]?.status, code: answers[0]?.json['code'] }).toEqual({
      status: 404,
      code: 'tip-not-found',
    });
  });

  it('has no undo when the owner switched it off, and after ten minutes', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    scenario.stripe.pay(paymentIntentId);
    scenario.deps.clock.advance(3000);
    const look = async () =>
      (await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken))).json['undoUntil'];
    expect(await look()).toBeTypeOf('number');
    putDraft(scenario.deps, adaUid, { ...adaDraft, tips: { ...adaDraft.tips, undo: false }, revision: 2 });
    await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    expect(await look()).toBeNull();
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 3 });
    await scenario.call('POST', '/v1/me/publish', { revision: 3 }, bearerOf(adaToken));
    scenario.deps.clock.advance(10 * 60_000);
    expect(await look()).toBeNull();
  });
});

describe('POST /v1/tips/{tipId}/amount', () => {
  // Holds pay-070.
  it('changes the amount of the same intent after a decline', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    scenario.stripe.decline(paymentIntentId);
    const wanted = { tipAmount: 300, coverCosts: true, total: 340 };
    const answer = await scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ tipId, tipToken, tipAmount: 300, coverAmount: 40, amount: 340 });
    scenario.stripe.pay(paymentIntentId);
    scenario.deps.clock.advance(2000);
    const paid = await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    expect(paid.json).toMatchObject({ status: 'paid', amount: 340, tipAmount: 300, coverAmount: 40 });
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  // Holds pay-070.
  it('is refused once the tip has succeeded', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    scenario.stripe.pay(paymentIntentId);
    const wanted = { tipAmount: 300, coverCosts: false, total: 300 };
    const call = () => scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    expect((await call()).json['code']).toBe('tip-not-changeable');
    scenario.deps.clock.advance(2000);
    await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    const asked = scenario.deps.payments.calls.length;
    expect((await call()).json['code']).toBe('tip-not-changeable');
    expect(scenario.deps.payments.calls.length).toBe(asked);
  });

  it('can be repeated after a lost answer', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await sendTip(scenario);
    scenario.deps.payments.failNext(
      'changeIntent',
      { kind: 'unavailable', error: new Error('cut') },
      'after',
    );
    const wanted = { tipAmount: 300, coverCosts: false, total: 300 };
    const call = () => scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    expect((await call()).status).toBe(503);
    expect((await call()).json).toMatchObject({ amount: 300 });
  });

  // Holds pay-088.
  it.each(['answer', 'write'] as const)(
    'is the paid amount when our %s was lost and the request was not repeated',
    async (lost) => {
      const scenario = await adasScenario();
      const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
      const { payments, store } = scenario.deps;
      if (lost === 'answer')
        payments.failNext('changeIntent', { kind: 'unavailable', error: new Error('cut') }, 'after');
      else
        store.fault = (step) => {
          if (step === 'commit' && payments.calls.includes('changeIntent'))
            throw new StoreUnavailable(new Error('14 UNAVAILABLE'));
        };
      const wanted = { tipAmount: 300, coverCosts: true, total: 340 };
      await scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
      store.fault = () => undefined;
      expect(tipIn(scenario, tipId).amount).toBe(500);
      scenario.stripe.pay(paymentIntentId);
      const reference = { uid: adaUid, tipId };
      await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId, reference });
      const parts = { amount: 340, tipAmount: 300, coverAmount: 40 };
      expect(tipIn(scenario, tipId)).toMatchObject({
        ...parts,
        state: 'paid',
        moderation: { state: 'visible' },
      });
      expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 340 });
    },
  );

  it.each([
    ['tipAmount', { tipAmount: '3' }],
    ['coverCosts', { coverCosts: 1 }],
    ['total', { total: null }],
    ['currency', { currency: 'usd' }],
  ])('refuses an invalid %s, naming the field', async (field, change) => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await sendTip(scenario);
    const body = { tipAmount: 300, coverCosts: false, total: 300, ...change };
    const answer = await scenario.call('POST', `/v1/tips/${tipId}/amount`, body, bearerOf(tipToken));
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: [field],
    });
  });

  it('checks the total that the fan saw, and the limits', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await sendTip(scenario);
    const call = (body: object) =>
      scenario.call('POST', `/v1/tips/${tipId}/amount`, body, bearerOf(tipToken));
    const wrong = await call({ tipAmount: 300, coverCosts: true, total: 300 });
    expect({ code: wrong.json['code'], figures: wrong.json['figures'] }).toEqual({
      code: 'total-changed',
      figures: { tipAmount: 300, coverAmount: 40, amount: 340, currency: 'usd' },
    });
    expect((await call({ tipAmount: 1, coverCosts: false, total: 1 })).json['code']).toBe('amount-too-small');
  });
});
