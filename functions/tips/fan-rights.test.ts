import { describe, expect, it } from 'vitest';
import {
  adaDraft,
  adasScenario,
  adaToken,
  bearerOf,
  paidTip,
  refusedFields,
  sendTip,
  type SentTip,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

const undo = (scenario: Scenario, { tipId, tipToken }: SentTip, headers = {}) =>
  scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, { ...bearerOf(tipToken), ...headers });

const edit = (scenario: Scenario, { tipId, tipToken }: SentTip, body: object) =>
  scenario.call('PATCH', `/v1/tips/${tipId}`, body, bearerOf(tipToken));

describe('POST /v1/tips/{tipId}/undo', () => {
  // Holds web-019, pay-148.
  it('refunds the whole tip, once', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const answer = await undo(scenario, tip);
    expect(answer.status).toBe(200);
    expect(answer.json['status']).toBe('refunded');
    expect(answer.json['undoUntil']).toBeNull();
    expect((await undo(scenario, tip)).json['status']).toBe('refunded');
    expect(totalsIn(scenario).usd).toMatchObject({ gross: 500, refunded: 500 });
    expect(scenario.deps.refunds.calls).toHaveLength(1);
  });

  // Holds pay-148.
  it("works for ten minutes by the server's clock", async () => {
    const scenario = await adasScenario();
    const early = await paidTip(scenario);
    const late = await paidTip(scenario);
    scenario.deps.clock.advance(10 * 60_000 - 3000);
    expect((await undo(scenario, early)).status).toBe(200);
    scenario.deps.clock.advance(3000);
    const answer = await undo(scenario, late);
    expect(answer).toMatchObject({ status: 409, json: { code: 'undo-unavailable' } });
    expect(tipIn(scenario, late.tipId).state).toBe('paid');
  });

  it("is refused when the owner switched it off, before success, and without the tip's token", async () => {
    const off = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, undo: false } } });
    expect((await undo(off, await paidTip(off))).json['code']).toBe('undo-unavailable');
    const scenario = await adasScenario();
    expect((await undo(scenario, await sendTip(scenario))).json['code']).toBe('undo-unavailable');
    const tip = await paidTip(scenario);
    expect((await undo(scenario, { ...tip, tipToken: 'made-up' })).json['code']).toBe('tip-not-found');
  });

  // Holds pay-150.
  it('is refused after failed attempts on that payment, and at elevated risk', async () => {
    const scenario = await adasScenario();
    const tried = await sendTip(scenario);
    scenario.stripe.decline(tried.paymentIntentId);
    scenario.stripe.pay(tried.paymentIntentId);
    scenario.deps.clock.advance(2000);
    const seen = await scenario.call('GET', `/v1/tips/${tried.tipId}`, undefined, bearerOf(tried.tipToken));
    // The undo is not offered either.
    expect({ status: seen.json['status'], undoUntil: seen.json['undoUntil'] }).toEqual({
      status: 'paid',
      undoUntil: null,
    });
    expect((await undo(scenario, tried)).json['code']).toBe('undo-unavailable');
    const risky = await paidTip(scenario);
    const payment = scenario.deps.payments.payments.get(risky.paymentIntentId);
    if (payment?.charge) payment.charge = { ...payment.charge, riskLevel: 'elevated' };
    expect((await undo(scenario, risky)).json['code']).toBe('undo-unavailable');
  });

  // Holds pay-150.
  it('is refused after two undos a day by one address or one card', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const tips = await Promise.all([1, 2, 3, 4, 5].map(() => paidTip(scenario)));
    const cards = ['card-a', 'card-a', 'card-a', 'card-b', 'card-c'];
    for (const [index, tip] of tips.entries()) {
      const payment = scenario.deps.payments.payments.get(tip.paymentIntentId);
      const method = payment?.charge?.method;
      if (payment?.charge && method) {
        payment.charge = { ...payment.charge, method: { ...method, fingerprint: cards[index] ?? null } };
      }
    }
    const codes = [];
    const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.1', '198.51.100.1'];
    for (const [index, tip] of tips.entries()) {
      codes.push((await undo(scenario, tip, from(addresses[index] ?? ''))).status);
    }
    expect(codes).toEqual([200, 200, 409, 200, 409]);
  });

  it('fails while Stripe is unavailable, and the second try is the same refund', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', { kind: 'unavailable', error: new Error('cut') }, 'after');
    expect((await undo(scenario, tip)).status).toBe(503);
    expect((await undo(scenario, tip)).json['status']).toBe('refunded');
    expect(totalsIn(scenario).usd?.refunded).toBe(500);
  });
});

describe('PATCH /v1/tips/{tipId}', () => {
  // Holds pay-151.
  it('edits and erases name and message, cleaned and moderated like the first time', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario, { name: 'Zoe', message: 'Hello' });
    const held = await edit(scenario, tip, { message: 'Buy at cheap-pills.com' });
    expect(held.json['fan']).toEqual({ name: 'Zoe', message: 'Buy at cheap-pills.com' });
    expect(tipIn(scenario, tip.tipId).moderation).toMatchObject({ state: 'held', reasons: ['web-address'] });
    await edit(scenario, tip, { message: ' Thank\u200b you\u202e ' });
    expect(tipIn(scenario, tip.tipId)).toMatchObject({
      fan: { message: 'Thank you' },
      moderation: { state: 'visible' },
    });
    await edit(scenario, tip, { name: null, message: '' });
    expect(tipIn(scenario, tip.tipId).fan).toMatchObject({ name: null, message: null });
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('Zoe');
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', amount: 500 });
  });

  it('holds texts with blocked words, at creation and at every edit, without naming the word', async () => {
    const tips = { ...adaDraft.tips, blockWords: ['radish'] };
    const scenario = await adasScenario({}, { draft: { tips } });
    const tip = await paidTip(scenario, { message: 'A Radish!' });
    const held = { state: 'held', reasons: ['blocked-word'] };
    expect(tipIn(scenario, tip.tipId).moderation).toEqual(held);
    await edit(scenario, tip, { message: 'A carrot' });
    expect(tipIn(scenario, tip.tipId).moderation).toEqual({ state: 'visible', reasons: [] });
    await edit(scenario, tip, { name: 'radish' });
    expect(tipIn(scenario, tip.tipId).moderation).toEqual(held);
    expect((await scenario.call('GET', '/v1/profiles/ada')).text).not.toContain('radish');
  });

  it('does not show texts that the owner has hidden', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario, { message: 'Hello' });
    await scenario.call(
      'POST',
      `/v1/me/tips/${tip.tipId}/moderation`,
      { state: 'hidden' },
      bearerOf(adaToken),
    );
    await edit(scenario, tip, { message: 'Hello again' });
    expect(tipIn(scenario, tip.tipId).moderation.state).toBe('hidden');
  });

  it.each([
    ['name', { name: 'n'.repeat(41) }],
    ['message', { message: 'm'.repeat(201) }],
    ['message', { message: 7 }],
    ['amount', { amount: 1 }],
  ])('refuses an invalid %s, naming the field', async (field, body) => {
    const scenario = await adasScenario();
    const answer = await edit(scenario, await sendTip(scenario), body);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: [field],
    });
  });
});

describe('POST /v1/me/tips/{tipId}/moderation', () => {
  // Holds dash-070.
  it('shows held texts and hides shown ones, only for the owner', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario, { message: 'See example.com' });
    const moderate = (state: string, token = adaToken) =>
      scenario.call('POST', `/v1/me/tips/${tip.tipId}/moderation`, { state }, bearerOf(token));
    expect((await moderate('visible')).json['moderation']).toEqual({ state: 'visible', reasons: [] });
    expect((await moderate('hidden')).json['moderation']).toMatchObject({ state: 'hidden' });
    expect((await moderate('held')).status).toBe(422);
    expect((await moderate('visible', 'nobody')).status).toBe(401);
  });

  it('does not release a payment that does not match its tip', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    const payment = scenario.deps.payments.payments.get(tip.paymentIntentId);
    if (payment) payment.intent = { ...payment.intent, currency: 'eur' };
    scenario.stripe.pay(tip.paymentIntentId);
    scenario.deps.clock.advance(2000);
    await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
    const shown = await scenario.call(
      'POST',
      `/v1/me/tips/${tip.tipId}/moderation`,
      { state: 'visible' },
      bearerOf(adaToken),
    );
    expect(shown.json['moderation']).toMatchObject({ state: 'held' });
  });
});
