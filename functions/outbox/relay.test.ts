import { describe, expect, it } from 'vitest';
import { adaUid, bearerOf, paidTip, sendEvent, sendTip } from '../testing/ada';
import { outboxStage, putChannels, storedOutbox, typesTo } from '../testing/outbox-stage';
import { relay } from './relay';

const minute = 60_000;

describe('a paid tip', () => {
  it('is told by every channel within the same second', async () => {
    const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
    await paidTip(stage);
    await stage.answer();
    expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
    expect(typesTo(stage, 'hook')).toEqual([['tip.paid']]);
  });

  // Holds out-002.
  it('costs the fan no request, no document but the event, and no task', async () => {
    const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
    const { store, outboxQueue, clock } = stage.deps;
    const tip = await sendTip(stage);
    stage.stripe.pay(tip.paymentIntentId);
    clock.advance(2000);
    const before = store.requests;
    const polled = await stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
    expect(polled.json.status).toBe('paid');
    expect(store.requests - before).toBe(3);
    expect(outboxQueue.tasks).toEqual([]);
    expect(storedOutbox(stage).events.find(({ type }) => type === 'tip.paid')).toMatchObject({
      state: 'new',
    });
  });

  // Holds out-004.
  it("costs Stripe's event four requests, and five when a poll was first", async () => {
    const stage = await outboxStage({ mail: {} });
    const { store, clock } = stage.deps;
    const first = await sendTip(stage);
    stage.stripe.pay(first.paymentIntentId);
    let before = store.requests;
    const about = ({ tipId, paymentIntentId }: typeof first) => ({
      paymentIntentId,
      reference: { uid: adaUid, tipId },
    });
    await sendEvent(stage, 'payment_intent.succeeded', about(first));
    expect(store.requests - before).toBe(4);
    const second = await sendTip(stage);
    stage.stripe.pay(second.paymentIntentId);
    clock.advance(2000);
    await stage.call('GET', `/v1/tips/${second.tipId}`, undefined, bearerOf(second.tipToken));
    before = store.requests;
    await sendEvent(stage, 'payment_intent.succeeded', about(second));
    expect(store.requests - before).toBe(5);
    await stage.pass(10 * minute);
    expect(typesTo(stage, 'mail').flat()).toEqual(['tip.paid', 'tip.paid']);
  });

  // Holds out-003.
  it("is told by the sweep when Stripe's event is lost, once", async () => {
    const stage = await outboxStage({ mail: {} });
    const { clock } = stage.deps;
    const tip = await sendTip(stage);
    stage.stripe.pay(tip.paymentIntentId);
    clock.advance(2000);
    await stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
    expect(await stage.sweep()).toBe(0);
    clock.advance(30_000);
    expect(await stage.sweep()).toBe(1);
    await stage.answer();
    clock.advance(minute);
    expect(await stage.sweep()).toBe(0);
    expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
  });

  // Holds out-010.
  it('is planned once, also when two plan it at the same time', async () => {
    const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
    const tip = await sendTip(stage);
    stage.stripe.pay(tip.paymentIntentId);
    stage.deps.clock.advance(2000);
    await stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
    const [event] = storedOutbox(stage).events.filter(({ state }) => state === 'new');
    const id = event?.id ?? '';
    await Promise.all([1, 2, 3].map(() => relay(stage.deps, adaUid, id)));
    expect(storedOutbox(stage).deliveries).toHaveLength(1);
    await stage.answer();
    expect(typesTo(stage, 'hook')).toEqual([['tip.paid']]);
    expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
  });

  it('is told to nobody when there is no channel, or none that works', async () => {
    const stage = await outboxStage();
    await paidTip(stage);
    expect(stage.deps.outboxQueue.tasks).toEqual([]);
    await putChannels(stage, { mail: { state: 'unverified' }, hook: { kind: 'webhook', state: 'off' } });
    await paidTip(stage);
    await stage.pass(minute);
    expect(typesTo(stage, 'mail')).toEqual([]);
    expect(
      storedOutbox(stage).events.every(({ due, state }) => due.length === 0 && state === 'relayed'),
    ).toBe(true);
  });

  it('is not told to a channel that was added after it', async () => {
    const stage = await outboxStage();
    await paidTip(stage);
    await putChannels(stage, { mail: {} });
    await stage.pass(10 * minute);
    expect(typesTo(stage, 'mail')).toEqual([]);
  });
});

// Holds out-007.
it('Stripe gets its answer when the queue takes no task, and the sweep tells the owner', async () => {
  const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
  const { outboxQueue, clock } = stage.deps;
  await paidTip(stage);
  outboxQueue.tasks.length = 0;
  clock.advance(61_000);
  expect(await stage.sweep()).toBe(2);
  expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
  expect(typesTo(stage, 'hook')).toEqual([['tip.paid']]);
});

it('nobody reads the words of a fan in an event, a delivery or the log', async () => {
  const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
  await paidTip(stage, { name: 'Zaphod', message: 'Heart of Gold' });
  await stage.answer();
  expect(JSON.stringify([storedOutbox(stage), stage.deps.lines])).not.toMatch(/Zaphod|Heart/);
});
