import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  fanOrigin,
  goodTip,
  paidTip,
  putDraft,
  putPayments,
  refusedFields,
  sendEvent,
  sendTip,
  signIn,
  storedTips,
  tipSession,
  word,
  type Scenario,
  type SentTip,
  type Answer,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

describe('the gate of POST /v1/tips', () => {
  // Holds pay-116.
  it('is valid only on its own page, for half an hour, unaltered', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario);
    const code = async (change: { session?: string; origin?: string }) => {
      const request = await goodTip(scenario, { session: change.session ?? session });
      const origin = change.origin ?? fanOrigin;
      return (await scenario.call('POST', '/v1/tips', request, { origin })).json['code'];
    };
    expect(await code({ origin: 'https://evil.example' })).toBe('session-invalid');
    expect(
      await code({
        session: `${session.slice(0, -5)}${session.at(-5) === 'A' ? 'B' : 'A'}${session.slice(-4)}`,
      }),
    ).toBe('session-invalid');
    const [payload, mac] = session.split('.');
    const forged = Buffer.from(String(payload), 'base64url').toString().replace('acct_ada', 'acct_eve');
    expect(await code({ session: `${Buffer.from(forged).toString('base64url')}.${mac}` })).toBe(
      'session-invalid',
    );
    expect(await code({ session: 'no-token' })).toBe('session-invalid');
    expect(storedTips(scenario)).toEqual([]);
    scenario.deps.clock.advance(30 * 60_000 - 1);
    expect(await code({})).toBeUndefined();
    expect(storedTips(scenario)).toHaveLength(1);
    scenario.deps.clock.advance(1);
    expect(await code({})).toBe('session-expired');
    expect(storedTips(scenario)).toHaveLength(1);
  });

  it('refuses the token of a tip', async () => {
    const scenario = await adasScenario();
    const { tipToken } = await sendTip(scenario);
    const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { session: tipToken }));
    expect(answer.json['code']).toBe('session-invalid');
  });

  it('stays valid while secrets are rotated', async () => {
    const scenario = await adasScenario({ secrets: ['old '.repeat(8)] });
    const session = await tipSession(scenario);
    const rotated = await adasScenario({ secrets: ['new '.repeat(8), 'old '.repeat(8)] });
    const request = await goodTip(rotated, { session });
    expect((await rotated.call('POST', '/v1/tips', request)).status).toBe(201);
    const dropped = await adasScenario({ secrets: ['new '.repeat(8)] });
    expect((await dropped.call('POST', '/v1/tips', request)).json['code']).toBe('session-invalid');
  });

  // Holds pay-116.
  it('is invalid for another profile', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario);
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    putDraft(scenario.deps, 'uid-eve', { ...adaDraft, handle: 'eve' });
    putPayments(scenario.deps, 'uid-eve', adaPayments);
    const published = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf('token-eve'));
    expect(published.status).toBe(200);
    const answer = await scenario.call(
      'POST',
      '/v1/tips',
      await goodTip(scenario, { session, handle: 'eve' }),
    );
    expect(answer.json['code']).toBe('session-invalid');
    expect(storedTips(scenario)).toEqual([]);
  });

  // Holds pay-026.
  it('is refused when the owner is no longer ready, and nothing is created at Stripe', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario);
    const now = scenario.deps.clock.now();
    const changes = [
      { cardPayments: 'restricted' },
      { disconnectedAt: now },
      { pausedUntil: now + 1 },
    ] as const;
    for (const change of changes) {
      putPayments(scenario.deps, adaUid, { ...adaPayments, ...change });
      const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { session }));
      expect(answer).toMatchObject({ status: 409, json: { code: 'payments-not-ready' } });
    }
    expect({ storedTips: storedTips(scenario), calls: scenario.deps.payments.calls }).toEqual({
      storedTips: [],
      calls: [],
    });
  });

  // Holds pay-116.
  it('is invalid for another account', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario);
    putPayments(scenario.deps, adaUid, { ...adaPayments, accountId: 'acct_other' });
    const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { session }));
    expect(answer.json['code']).toBe('session-invalid');
  });
});

// Patient: hundreds of payments are tried.

const scenarioWithoutChallenge = () => adasScenario({ limitFactor: 1, challenge: { kind: 'none' } });

async function tip(scenario: Scenario, address: string, change: Record<string, unknown> = {}) {
  const headers = { 'x-forwarded-for': address };
  return scenario.call('POST', '/v1/tips', { ...(await goodTip(scenario)), ...change }, headers);
}

const failed = (scenario: Scenario, { tipId, paymentIntentId }: Pick<SentTip, 'tipId' | 'paymentIntentId'>) =>
  sendEvent(scenario, 'payment_intent.payment_failed', {
    paymentIntentId,
    reference: { uid: adaUid, tipId },
  });

/** A failed 3-D Secure check: Stripe sends an event, but there is no charge. */
function failedQuestion(scenario: Scenario, sent: SentTip, method: string) {
  scenario.stripe.fail3ds(sent.paymentIntentId, method);
  return failed(scenario, sent);
}

describe('failed 3-D Secure checks', () => {
  // Holds pay-123.
  it('each count without a charge, and the payment is closed after the fourth', async () => {
    const scenario = await adasScenario();
    const sent = await sendTip(scenario);
    const seen = [];
    for (let tried = 0; tried < 10; tried += 1) {
      if (scenario.deps.payments.payments.get(sent.paymentIntentId)?.intent.status === 'canceled') break;
      await failedQuestion(scenario, sent, `pm_${tried}`);
      seen.push(tipIn(scenario, sent.tipId).payment.attempts);
    }
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(tipIn(scenario, sent.tipId)).toMatchObject({ state: 'failed', payment: { status: 'canceled' } });
  });

  it('each count on the same card, and once for an event that is delivered twice', async () => {
    const scenario = await adasScenario();
    const sent = await sendTip(scenario);
    const reference = { uid: adaUid, tipId: sent.tipId };
    const about = { id: 'evt_twice', paymentIntentId: sent.paymentIntentId, reference };
    scenario.stripe.fail3ds(sent.paymentIntentId, 'pm_1');
    await sendEvent(scenario, 'payment_intent.payment_failed', about);
    await sendEvent(scenario, 'payment_intent.payment_failed', about);
    expect(tipIn(scenario, sent.tipId).payment.attempts).toBe(1);
    for (let tried = 0; tried < 3; tried += 1) await failedQuestion(scenario, sent, 'pm_1');
    expect(tipIn(scenario, sent.tipId).payment).toMatchObject({ status: 'canceled', attempts: 4 });
  });

  it("count for the fan's address", async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const sent = await sendTip(scenario);
    for (let tried = 0; tried < 3; tried += 1) await failedQuestion(scenario, sent, `pm_${tried}`);
    const next = await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    expect(next.json['code']).toBe('challenge-required');
  });
});

describe('without a challenge', () => {
  it("a fan with an unknown address pays on Stripe's page", async () => {
    const scenario = await scenarioWithoutChallenge();
    expect((await tip(scenario, 'unknown')).json['code']).toBe('hosted-required');
    expect((await tip(scenario, 'unknown', { surface: 'hosted' })).status).toBe(201);
  });

  // Holds pay-124.
  it('only the address that floods a profile is limited', async () => {
    const scenario = await scenarioWithoutChallenge();
    const flood = Array.from({ length: 150 }, () => tip(scenario, '198.51.100.7'));
    const codes = new Set((await Promise.all(flood)).map(({ json, status }) => json['code'] ?? status));
    expect([...codes]).toEqual([201, 'too-many-requests']);
    for (let sent = 0; sent < 150; sent += 1) await tip(scenario, '198.51.100.7');
    expect((await tip(scenario, '198.51.100.8')).status).toBe(201);
  });

  // Holds pay-125.
  it("many fans pay on Stripe's page, and nobody is refused", async () => {
    const scenario = await scenarioWithoutChallenge();
    const codes = new Set<unknown>();
    for (let sent = 0; sent < 120; sent += 1) {
      const { json, status } = await tip(scenario, `198.51.${Math.floor(sent / 4)}.7`);
      codes.add(json['code'] ?? status);
    }
    expect([...codes]).toEqual([201, 'hosted-required']);
    expect((await tip(scenario, '203.0.113.99', { surface: 'hosted' })).status).toBe(201);
  });

  it('failed cards of one address do not affect other fans', async () => {
    const scenario = await scenarioWithoutChallenge();
    const made: Pick<SentTip, 'tipId' | 'paymentIntentId'>[] = [];
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = await tip(scenario, '198.51.100.7');
      const paymentIntentId = word(answer, 'clientSecret').split('_secret_')[0] ?? '';
      made.push({ tipId: word(answer, 'tipId'), paymentIntentId });
    }
    for (const sent of made) {
      for (let tried = 0; tried < 12; tried += 1) scenario.stripe.decline(sent.paymentIntentId);
      await failed(scenario, sent);
    }
    expect((await tip(scenario, '198.51.100.8')).status).toBe(201);
    expect(scenario.deps.store.dump()[paths.payments(adaUid)]?.['pausedUntil']).toBeNull();
  });
});

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

  it('keeps shown what the owner has shown when only the amount is hidden, and not when the message becomes public', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario, { name: 'Zoe', message: 'See example.com' });
    const show = () =>
      scenario.call('POST', `/v1/me/tips/${tip.tipId}/moderation`, { state: 'visible' }, bearerOf(adaToken));
    const state = () => tipIn(scenario, tip.tipId).moderation.state;
    await show();
    await edit(scenario, tip, { hideAmount: true, message: 'See example.com' });
    expect([state(), tipIn(scenario, tip.tipId).fan.hidesAmount]).toEqual(['visible', true]);
    await edit(scenario, tip, { privateMessage: true });
    expect(state()).toBe('visible');
    await edit(scenario, tip, { privateMessage: false });
    expect(state()).toBe('held');
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

// Patient: a tip changes hundreds of times.

/** The cost of a hundred repeated requests: writes to the store, calls of Stripe, log lines beyond one per request. */
async function costOf(scenario: Scenario, call: () => Promise<Answer>) {
  const { store, payments, lines } = scenario.deps;
  const stored = JSON.stringify(store.dump());
  const [calls, said] = [payments.calls.length, lines.length];
  const answers: Answer[] = [];
  for (let time = 0; time < 100; time += 1) answers.push(await call());
  return {
    answers: [
      ...new Set(answers.map(({ status, json: { now: _now, ...rest } }) => JSON.stringify([status, rest]))),
    ],
    changed: JSON.stringify(store.dump()) !== stored,
    calls: payments.calls.length - calls,
    lines: lines.slice(said).filter((line) => !line.includes('"message":"request"')).length,
  };
}

const nothing = { changed: false, calls: 0, lines: 0 };

describe('a repeated request that changes nothing', () => {
  // Holds pay-092.
  it.each(['elements', 'hosted'] as const)('gets the stored answer: POST /v1/tips (%s)', async (surface) => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const request = await goodTip(scenario, { surface, receiptEmail: 'zoe@fans.example' });
    const first = await scenario.call('POST', '/v1/tips', request);
    const cost = await costOf(scenario, () => scenario.call('POST', '/v1/tips', request));
    expect(cost).toEqual({ ...nothing, answers: [JSON.stringify([201, first.json])] });
  });

  it('gets the stored answer: POST /v1/tips/{tipId}/amount', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const { tipId, tipToken } = await sendTip(scenario);
    const wanted = { tipAmount: 300, coverCosts: true, total: 340 };
    const call = () => scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    const first = await call();
    expect(await costOf(scenario, call)).toEqual({
      ...nothing,
      answers: [JSON.stringify([200, first.json])],
    });
  });

  it('gets the stored answer: PATCH /v1/tips/{tipId}', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const { tipId, tipToken } = await sendTip(scenario);
    const call = () => scenario.call('PATCH', `/v1/tips/${tipId}`, { name: 'Zoe' }, bearerOf(tipToken));
    await call();
    expect(await costOf(scenario, call)).toMatchObject({
      ...nothing,
      answers: [expect.stringContaining('Zoe')],
    });
  });

  it('asks Stripe when the stored secret cannot be opened, and stores it again', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    const [path = ''] = Object.keys(scenario.deps.store.dump()).filter((each) => /\/tips\/[^/]+$/.test(each));
    scenario.deps.store.put(path, { ...scenario.deps.store.dump()[path], sealedSecret: 'of another key' });
    const cost = await costOf(scenario, () => scenario.call('POST', '/v1/tips', request));
    expect(cost).toMatchObject({ calls: 1, answers: [JSON.stringify([201, first.json])] });
  });

  it('stores the secret encrypted, and removes it once the payment is over', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('_secret_');
    expect(tipIn(scenario, tip.tipId).sealedSecret).not.toBeNull();
    scenario.stripe.pay(tip.paymentIntentId);
    scenario.deps.clock.advance(2000);
    await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', sealedSecret: null });
  });
});

describe('a tip with many changes', () => {
  const amounts = [300, 400];
  const names = ['Zoe', 'Mo'];

  // Holds pay-093.
  it('is changed at Stripe at most 20 times in ten minutes', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const { tipId, tipToken } = await sendTip(scenario);
    let turn = 0;
    const cost = await costOf(scenario, () => {
      const tipAmount = amounts[(turn += 1) % 2] ?? 0;
      const wanted = { tipAmount, coverCosts: false, total: tipAmount };
      return scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    });
    expect(cost.calls).toBe(20);
    expect(cost.answers.at(-1)).toContain('too-many-requests');
  });

  it('is changed at Stripe at most a hundred times in a day', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const { tipId, tipToken } = await sendTip(scenario);
    const { payments, clock } = scenario.deps;
    const calls = payments.calls.length;
    for (let minute = 0; minute < 24 * 60 - 10; minute += 1) {
      clock.advance(60_000);
      const tipAmount = amounts[minute % 2] ?? 0;
      const wanted = { tipAmount, coverCosts: false, total: tipAmount };
      const from = { ...bearerOf(tipToken), 'x-forwarded-for': `203.0.113.${minute % 200}` };
      await scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, from);
    }
    expect(payments.calls.slice(calls).filter((call) => call === 'changeIntent')).toHaveLength(100);
  });

  it('asks Stripe less often for a poll the longer nothing changes', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const { tipId, tipToken } = await sendTip(scenario);
    const { payments, clock } = scenario.deps;
    const calls = payments.calls.length;
    for (let poll = 0; poll < 3600; poll += 1) {
      clock.advance(2000);
      await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    }
    const made = payments.calls.length - calls;
    expect(made).toBeGreaterThan(100);
    expect(made).toBeLessThan(350);
  });

  it('accepts new texts at most 20 times in ten minutes, and again later', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const { tipId, tipToken } = await sendTip(scenario);
    const rev = tipIn(scenario, tipId).rev;
    let turn = 0;
    const call = () =>
      scenario.call('PATCH', `/v1/tips/${tipId}`, { name: names[(turn += 1) % 2] }, bearerOf(tipToken));
    await costOf(scenario, call);
    expect(tipIn(scenario, tipId).rev - rev).toBe(20);
    expect((await call()).status).toBe(429);
    scenario.deps.clock.advance(10 * 60_000);
    expect(
      (await scenario.call('PATCH', `/v1/tips/${tipId}`, { name: null }, bearerOf(tipToken))).status,
    ).toBe(200);
  });

  // Holds pay-093.
  it('counts one address over all of its tips', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const statuses: number[] = [];
    for (let made = 0; made < 4; made += 1) {
      const { tipId, tipToken } = await sendTip(scenario);
      for (const name of Array.from({ length: 18 }, (_, index) => `Zoe ${index}`)) {
        const headers = { ...bearerOf(tipToken), ...from };
        statuses.push((await scenario.call('PATCH', `/v1/tips/${tipId}`, { name }, headers)).status);
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(new Set(statuses.slice(60))).toEqual(new Set([429]));
  });
});

describe('what a tip costs', () => {
  // The number of requests and calls is promised here; `npm run bench -- money` measures the time.
  it('a tip needs four requests to the store (read, limits with draft, the handle again during the call to Stripe, awaiting) and one call to Stripe', async () => {
    const scenario = await adasScenario();
    const tip = await goodTip(scenario);
    const { store, payments } = scenario.deps;
    const before = store.requests;
    const calls = payments.calls.length;
    expect((await scenario.call('POST', '/v1/tips', tip)).status).toBe(201);
    expect(store.requests - before).toBe(4);
    expect(payments.calls.slice(calls)).toEqual(['createIntent']);
  });

  it('a tip session needs two requests to the store (the handle, the rest) and no call to Stripe', async () => {
    const scenario = await adasScenario();
    const { store, payments } = scenario.deps;
    const before = store.requests;
    expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' })).status).toBe(200);
    expect(store.requests - before).toBe(2);
    expect(payments.calls).toEqual([]);
  });

  it('a poll needs one request to the store, and one more (the tip) and one call to Stripe when a sync is due', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    const { store, payments, clock } = scenario.deps;
    const calls = payments.calls.length;
    const poll = async () => {
      const before = store.requests;
      const answer = await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
      expect(answer.status).toBe(200);
      return store.requests - before;
    };
    clock.advance(2000);
    expect(await poll()).toBe(2);
    expect(await poll()).toBe(1);
    expect(payments.calls.slice(calls)).toEqual(['snapshot']);
  });

  it('a webhook needs four requests (read, tip with event, and two for the plan of what the owner is told) and one call to Stripe, a repeated one needs one', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.stripe.pay(tip.paymentIntentId);
    const { store, payments } = scenario.deps;
    const before = store.requests;
    const calls = payments.calls.length;
    const reference = { uid: adaUid, tipId: tip.tipId };
    const event = { id: 'evt_once', paymentIntentId: tip.paymentIntentId, reference };
    await sendEvent(scenario, 'payment_intent.succeeded', event);
    expect(store.requests - before).toBe(4);
    expect(payments.calls.slice(calls)).toEqual(['snapshot']);
    await sendEvent(scenario, 'payment_intent.succeeded', event);
    expect(store.requests - before).toBe(5);
    expect(payments.calls.slice(calls)).toEqual(['snapshot']);
  });

  // Holds pay-108.
  it('the totals of one profile are spread over its shards', async () => {
    const scenario = await adasScenario();
    await Promise.all(Array.from({ length: 40 }, () => paidTip(scenario)));
    const shards = Object.keys(scenario.deps.store.dump()).filter((path) => path.includes('/totals/'));
    expect(shards.length).toBeGreaterThanOrEqual(6);
  });
});
