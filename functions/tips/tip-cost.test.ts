import { expect, it } from 'vitest';
import { adasScenario, adaUid, bearerOf, goodTip, paidTip, sendEvent, sendTip } from '../testing/ada';

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
