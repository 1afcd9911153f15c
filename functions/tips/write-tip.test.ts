import { describe, expect, it } from 'vitest';
import {
  adasScenario,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  sendEvent,
  sendTip,
  type Answer,
  type Scenario,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';

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
