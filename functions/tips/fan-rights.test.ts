import { describe, expect, it } from 'vitest';
import {
  adaDraft,
  adasStage,
  adaToken,
  bearerOf,
  paidTip,
  refusedFields,
  sendTip,
  type SentTip,
  type Stage,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

const undo = (stage: Stage, { tipId, tipToken }: SentTip, headers = {}) =>
  stage.call('POST', `/v1/tips/${tipId}/undo`, undefined, { ...bearerOf(tipToken), ...headers });

const edit = (stage: Stage, { tipId, tipToken }: SentTip, body: object) =>
  stage.call('PATCH', `/v1/tips/${tipId}`, body, bearerOf(tipToken));

describe('POST /v1/tips/{tipId}/undo', () => {
  // Holds web-019, pay-148.
  it('refunds the whole tip, once', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    const answer = await undo(stage, tip);
    expect(answer.status).toBe(200);
    expect(answer.json['status']).toBe('refunded');
    expect(answer.json['undoUntil']).toBeNull();
    expect((await undo(stage, tip)).json['status']).toBe('refunded');
    expect(totalsIn(stage).usd).toMatchObject({ gross: 500, refunded: 500 });
    expect(stage.deps.refunds.calls).toHaveLength(1);
  });

  // Holds pay-148.
  it("works for ten minutes by the server's clock", async () => {
    const stage = await adasStage();
    const early = await paidTip(stage);
    const late = await paidTip(stage);
    stage.deps.clock.advance(10 * 60_000 - 3000);
    expect((await undo(stage, early)).status).toBe(200);
    stage.deps.clock.advance(3000);
    const answer = await undo(stage, late);
    expect(answer).toMatchObject({ status: 409, json: { code: 'undo-unavailable' } });
    expect(tipIn(stage, late.tipId).state).toBe('paid');
  });

  it("is refused when the owner switched it off, before success, and without the tip's token", async () => {
    const off = await adasStage({}, { draft: { tips: { ...adaDraft.tips, undo: false } } });
    expect((await undo(off, await paidTip(off))).json['code']).toBe('undo-unavailable');
    const stage = await adasStage();
    expect((await undo(stage, await sendTip(stage))).json['code']).toBe('undo-unavailable');
    const tip = await paidTip(stage);
    expect((await undo(stage, { ...tip, tipToken: 'made-up' })).json['code']).toBe('tip-not-found');
  });

  // Holds pay-150.
  it('is refused after failed attempts on that payment, and at elevated risk', async () => {
    const stage = await adasStage();
    const tried = await sendTip(stage);
    stage.stripe.decline(tried.paymentIntentId);
    stage.stripe.pay(tried.paymentIntentId);
    stage.deps.clock.advance(2000);
    const seen = await stage.call('GET', `/v1/tips/${tried.tipId}`, undefined, bearerOf(tried.tipToken));
    // The undo is not offered either.
    expect({ status: seen.json['status'], undoUntil: seen.json['undoUntil'] }).toEqual({
      status: 'paid',
      undoUntil: null,
    });
    expect((await undo(stage, tried)).json['code']).toBe('undo-unavailable');
    const risky = await paidTip(stage);
    const payment = stage.deps.payments.payments.get(risky.paymentIntentId);
    if (payment?.charge) payment.charge = { ...payment.charge, riskLevel: 'elevated' };
    expect((await undo(stage, risky)).json['code']).toBe('undo-unavailable');
  });

  // Holds pay-150.
  it('is refused after two undos a day by one address or one card', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const tips = await Promise.all([1, 2, 3, 4, 5].map(() => paidTip(stage)));
    const cards = ['card-a', 'card-a', 'card-a', 'card-b', 'card-c'];
    for (const [index, tip] of tips.entries()) {
      const payment = stage.deps.payments.payments.get(tip.paymentIntentId);
      const method = payment?.charge?.method;
      if (payment?.charge && method) {
        payment.charge = { ...payment.charge, method: { ...method, fingerprint: cards[index] ?? null } };
      }
    }
    const codes = [];
    const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.1', '198.51.100.1'];
    for (const [index, tip] of tips.entries()) {
      codes.push((await undo(stage, tip, from(addresses[index] ?? ''))).status);
    }
    expect(codes).toEqual([200, 200, 409, 200, 409]);
  });

  it('fails while Stripe is unavailable, and the second try is the same refund', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    stage.deps.refunds.failNext('createRefund', { kind: 'unavailable', error: new Error('cut') }, 'after');
    expect((await undo(stage, tip)).status).toBe(503);
    expect((await undo(stage, tip)).json['status']).toBe('refunded');
    expect(totalsIn(stage).usd?.refunded).toBe(500);
  });
});

describe('PATCH /v1/tips/{tipId}', () => {
  // Holds pay-151.
  it('edits and erases name and message, cleaned and moderated like the first time', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage, { name: 'Zoe', message: 'Hello' });
    const held = await edit(stage, tip, { message: 'Buy at cheap-pills.com' });
    expect(held.json['fan']).toEqual({ name: 'Zoe', message: 'Buy at cheap-pills.com' });
    expect(tipIn(stage, tip.tipId).moderation).toMatchObject({ state: 'held', reasons: ['web-address'] });
    await edit(stage, tip, { message: ' Thank\u200b you\u202e ' });
    expect(tipIn(stage, tip.tipId)).toMatchObject({
      fan: { message: 'Thank you' },
      moderation: { state: 'visible' },
    });
    await edit(stage, tip, { name: null, message: '' });
    expect(tipIn(stage, tip.tipId).fan).toMatchObject({ name: null, message: null });
    expect(JSON.stringify(stage.deps.store.dump())).not.toContain('Zoe');
    expect(tipIn(stage, tip.tipId)).toMatchObject({ state: 'paid', amount: 500 });
  });

  it('holds texts with blocked words, at creation and at every edit, without naming the word', async () => {
    const tips = { ...adaDraft.tips, blockWords: ['radish'] };
    const stage = await adasStage({}, { draft: { tips } });
    const tip = await paidTip(stage, { message: 'A Radish!' });
    const held = { state: 'held', reasons: ['blocked-word'] };
    expect(tipIn(stage, tip.tipId).moderation).toEqual(held);
    await edit(stage, tip, { message: 'A carrot' });
    expect(tipIn(stage, tip.tipId).moderation).toEqual({ state: 'visible', reasons: [] });
    await edit(stage, tip, { name: 'radish' });
    expect(tipIn(stage, tip.tipId).moderation).toEqual(held);
    expect((await stage.call('GET', '/v1/profiles/ada')).text).not.toContain('radish');
  });

  it('does not show texts that the owner has hidden', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage, { message: 'Hello' });
    await stage.call('POST', `/v1/me/tips/${tip.tipId}/moderation`, { state: 'hidden' }, bearerOf(adaToken));
    await edit(stage, tip, { message: 'Hello again' });
    expect(tipIn(stage, tip.tipId).moderation.state).toBe('hidden');
  });

  it.each([
    ['name', { name: 'n'.repeat(41) }],
    ['message', { message: 'm'.repeat(201) }],
    ['message', { message: 7 }],
    ['amount', { amount: 1 }],
  ])('refuses an invalid %s, naming the field', async (field, body) => {
    const stage = await adasStage();
    const answer = await edit(stage, await sendTip(stage), body);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: [field],
    });
  });
});

describe('POST /v1/me/tips/{tipId}/moderation', () => {
  // Holds dash-070.
  it('shows held texts and hides shown ones, only for the owner', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage, { message: 'See example.com' });
    const moderate = (state: string, token = adaToken) =>
      stage.call('POST', `/v1/me/tips/${tip.tipId}/moderation`, { state }, bearerOf(token));
    expect((await moderate('visible')).json['moderation']).toEqual({ state: 'visible', reasons: [] });
    expect((await moderate('hidden')).json['moderation']).toMatchObject({ state: 'hidden' });
    expect((await moderate('held')).status).toBe(422);
    expect((await moderate('visible', 'nobody')).status).toBe(401);
  });

  it('does not release a payment that does not match its tip', async () => {
    const stage = await adasStage();
    const tip = await sendTip(stage);
    const payment = stage.deps.payments.payments.get(tip.paymentIntentId);
    if (payment) payment.intent = { ...payment.intent, currency: 'eur' };
    stage.stripe.pay(tip.paymentIntentId);
    stage.deps.clock.advance(2000);
    await stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
    const shown = await stage.call(
      'POST',
      `/v1/me/tips/${tip.tipId}/moderation`,
      { state: 'visible' },
      bearerOf(adaToken),
    );
    expect(shown.json['moderation']).toMatchObject({ state: 'held' });
  });
});
