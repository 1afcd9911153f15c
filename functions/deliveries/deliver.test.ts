import { describe, expect, it } from 'vitest';
import { runOutboxTask } from '../jobs/start-timers';
import { newDelivery } from '../outbox/relay';
import { sweepOutbox } from '../outbox/sweep-outbox';
import type { Sending } from '../senders/channel-sender';
import { stored } from '../store/store';
import { adaUid, paidTip, sendEvent } from '../testing/ada';
import { wasSent } from '../testing/in-memory-deps';
import {
  messagesTo,
  outboxScenario,
  sentTo,
  storedOutbox,
  typesTo,
  type OutboxScenario,
} from '../testing/outbox-scenario';

describe('deliver', () => {
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const answered = (status: number | null) => ({ status, ms: 3, text: 'no' });
  const broken: Sending = {
    kind: 'again',
    problem: 'server-error',
    after: null,
    rests: false,
    attempt: answered(500),
  };
  const busy = (after: number | null): Sending => ({
    kind: 'again',
    problem: 'too-many-requests',
    after,
    rests: true,
    attempt: answered(429),
  });

  const scenarioWithHook = (more: Parameters<typeof outboxScenario>[0] = {}) =>
    outboxScenario({ hook: { kind: 'webhook' }, ...more });
  const deliveryOf = (scenario: Awaited<ReturnType<typeof scenarioWithHook>>) =>
    storedOutbox(scenario).deliveries[0];

  describe('a delivery', () => {
    it('is made once, and keeps what was answered and how long it took', async () => {
      const scenario = await scenarioWithHook();
      await paidTip(scenario);
      await scenario.pass(hour);
      expect(messagesTo(scenario.deps, 'hook')).toHaveLength(1);
      expect(deliveryOf(scenario)).toMatchObject({
        state: 'done',
        attempt: 1,
        nextAt: null,
        tries: [{ status: 200, problem: null }],
      });
    });

    // Holds out-030.
    it('is tried by the schedule for about three days, and is dead after that', async () => {
      const scenario = await scenarioWithHook();
      scenario.deps.senders.webhook.answer = () => broken;
      await paidTip(scenario);
      const began = scenario.deps.clock.now();
      for (let hours = 0; hours < 100; hours += 1) {
        await scenario.pass(hour);
        // Rings reach a few hours ahead; the sweep finds the later ones.
        await scenario.sweep();
      }
      const delivery = deliveryOf(scenario);
      expect(delivery).toMatchObject({ state: 'dead', attempt: 10, nextAt: null });
      const times = delivery?.tries.map(({ at }) => at - began) ?? [];
      expect(times).toHaveLength(10);
      expect(times[0]).toBeLessThan(second);
      expect(times[1]).toBeLessThan(7 * second);
      expect(times[9]).toBeGreaterThan(60 * hour);
      expect(times[9]).toBeLessThan(95 * hour);
    });

    it('has the handle of the owner’s page', async () => {
      const scenario = await scenarioWithHook();
      await paidTip(scenario);
      await scenario.answer();
      expect(scenario.deps.senders.webhook.sent[0]?.to.handle).toBe('ada');
    });

    it('has the same id at each try, and tells the tip as it is then', async () => {
      const scenario = await scenarioWithHook();
      const { webhook } = scenario.deps.senders;
      webhook.answer = () => broken;
      const { tipId, paymentIntentId } = await paidTip(scenario);
      await scenario.answer();
      scenario.stripe.refund(paymentIntentId, 200);
      await sendEvent(scenario, 'charge.refunded', { paymentIntentId, reference: { uid: adaUid, tipId } });
      webhook.answer = () => wasSent;
      await scenario.pass(minute);
      const paid = messagesTo(scenario.deps, 'hook').filter(
        ({ events }) => events[0]?.fact.type === 'tip.paid',
      );
      expect(paid).toHaveLength(2);
      expect(paid[1]?.id).toBe(paid[0]?.id);
      expect(paid[1]?.events[0]?.tip?.refunded).toBe(200);
    });

    // Holds out-031.
    it('ends with its channel when the receiver is gone, and the owner is told', async () => {
      const scenario = await scenarioWithHook({ phone: { kind: 'push' } });
      scenario.deps.senders.webhook.answer = () => ({
        kind: 'ended',
        state: 'off',
        end: 'gone',
        attempt: answered(410),
      });
      await paidTip(scenario);
      await scenario.pass(minute);
      await paidTip(scenario);
      await scenario.pass(2 * minute);
      expect(scenario.deps.senders.webhook.sent).toHaveLength(1);
      expect(deliveryOf(scenario)).toMatchObject({
        state: 'dead',
        tries: [{ status: 410, problem: 'gone' }],
      });
      expect(typesTo(scenario, 'phone').flat()).toContain('channel.disabled');
    });

    // Holds out-035.
    it('waits as long as the receiver asks, and so does everything else for it', async () => {
      const scenario = await scenarioWithHook({ other: { kind: 'webhook' } });
      const { webhook } = scenario.deps.senders;
      webhook.answer = (to) => (to.channelId === 'hook' ? busy(2 * hour) : wasSent);
      await paidTip(scenario);
      await scenario.answer();
      await paidTip(scenario);
      await scenario.pass(2 * hour - 2 * minute);
      expect(messagesTo(scenario.deps, 'hook')).toHaveLength(1);
      expect(messagesTo(scenario.deps, 'other')).toHaveLength(2);
      webhook.answer = () => wasSent;
      await scenario.pass(10 * minute);
      await scenario.sweep();
      await scenario.pass(2 * minute);
      expect(messagesTo(scenario.deps, 'hook')).toHaveLength(3);
      expect(storedOutbox(scenario).deliveries.every(({ state }) => state === 'done')).toBe(true);
    });

    // Holds out-038.
    it('that nobody finished is free after ninety seconds, and a claim from the future at once', async () => {
      const scenario = await scenarioWithHook();
      const { clock, store } = scenario.deps;
      await paidTip(scenario);
      const id = deliveryOf(scenario)?.id ?? '';
      const doc = stored.delivery(adaUid, id);
      const delivery = await store.read(doc);
      if (delivery === undefined) throw new Error('There is no delivery');
      const ahead = clock.now() + hour;
      await store.transaction((tx) => {
        tx.write(doc, { ...delivery, state: 'sending', claimedAt: ahead, nextAt: ahead, attempt: 1 });
        return Promise.resolve();
      });
      await scenario.answer();
      expect(messagesTo(scenario.deps, 'hook')).toHaveLength(1);
      expect(deliveryOf(scenario)).toMatchObject({ state: 'done', attempt: 2 });
    });

    // Holds out-039.
    it('is tried early and not given up when the clock jumps a day ahead', async () => {
      const scenario = await scenarioWithHook();
      const { senders, clock } = scenario.deps;
      senders.webhook.answer = () => broken;
      await paidTip(scenario);
      await scenario.answer();
      clock.advance(24 * hour);
      await scenario.sweep();
      expect(deliveryOf(scenario)).toMatchObject({ state: 'waiting', attempt: 2 });
    });
  });

  describe('a webhook', () => {
    it('hears each change of a tip, in revisions whose deltas add up', async () => {
      const scenario = await scenarioWithHook();
      const { tipId, paymentIntentId } = await paidTip(scenario);
      const reference = { uid: adaUid, tipId };
      scenario.stripe.refund(paymentIntentId, 100);
      await sendEvent(scenario, 'charge.refunded', { paymentIntentId, reference });
      scenario.stripe.dispute(paymentIntentId, 'needs_response');
      await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId, reference });
      scenario.stripe.dispute(paymentIntentId, 'won');
      await sendEvent(scenario, 'charge.dispute.closed', { paymentIntentId, reference });
      await scenario.pass(minute);
      expect(typesTo(scenario, 'hook').flat()).toEqual([
        'tip.paid',
        'tip.refunded',
        'tip.disputed',
        'tip.dispute_closed',
      ]);
      const { events } = storedOutbox(scenario);
      const sum = events.reduce(
        (total, { tip }) => total + (tip?.delta.refunded ?? 0) + (tip?.delta.disputed ?? 0),
        0,
      );
      expect(sum).toBe(100);
    });

    it('is not delayed by another one that fails', async () => {
      const scenario = await scenarioWithHook({ other: { kind: 'webhook' } });
      scenario.deps.senders.webhook.answer = (to) => (to.channelId === 'hook' ? broken : wasSent);
      await paidTip(scenario);
      await scenario.answer();
      expect(sentTo(scenario, 'other')).toHaveLength(1);
    });
  });

  // Holds out-058.
  it('nothing is sent to a channel that was switched off meanwhile', async () => {
    const scenario = await scenarioWithHook();
    await paidTip(scenario);
    const doc = stored.channels(adaUid);
    const channels = await scenario.deps.store.read(doc);
    const hook = channels?.channels['hook'];
    if (channels === undefined || hook === undefined) throw new Error('There is no webhook');
    await scenario.deps.store.transaction((tx) => {
      tx.write(doc, { ...channels, channels: { hook: { ...hook, state: 'off', end: 'owner' } } });
      return Promise.resolve();
    });
    await scenario.pass(hour);
    expect(messagesTo(scenario.deps, 'hook')).toEqual([]);
    expect(deliveryOf(scenario)).toMatchObject({ state: 'dead' });
  });

  // Holds out-027.
  it('a receiver that needs seconds gets its deliveries from a queue of its own, until it is quick again', async () => {
    const scenario = await scenarioWithHook({ other: { kind: 'webhook' } });
    const { webhook } = scenario.deps.senders;
    const after = (ms: number): Sending => ({ kind: 'sent', attempt: { status: 200, ms, text: '' } });
    webhook.answer = (to) => after(to.channelId === 'hook' ? 14_000 : 20);
    await paidTip(scenario);
    await scenario.answer();
    await paidTip(scenario);
    const lanes: string[] = [];
    await scenario.answer((tasks) => {
      lanes.push(...tasks.map(({ kind }) => kind));
      return tasks;
    });
    expect(lanes.filter((kind) => kind === 'deliver-slowly')).toHaveLength(1);
    expect(messagesTo(scenario.deps, 'hook')).toHaveLength(2);
    expect(messagesTo(scenario.deps, 'other')).toHaveLength(2);
    webhook.answer = () => after(20);
    await paidTip(scenario);
    await scenario.answer();
    const channels = await scenario.deps.store.read(stored.channels(adaUid));
    expect(channels?.channels['hook']).not.toHaveProperty('slowAt');
  });
});

const minute = 60_000;
const hour = 60 * minute;

/** A scenario whose owner has so many tries an hour instead of 1,000, and so many deliveries that are due. */
async function busyScenario(points: number, due: number) {
  const scenario = await outboxScenario({ hook: { kind: 'webhook' } });
  const { config, clock, store } = scenario.deps;
  const deps = { ...scenario.deps, config: { ...config, limitFactor: points / 1000 } };
  await paidTip(scenario);
  await scenario.answer();
  const [event] = storedOutbox(scenario).events.filter(({ type }) => type === 'tip.paid');
  if (event === undefined) throw new Error('There is no event');
  // The messages sent until now count for an earlier hour.
  clock.advance(2 * hour);
  scenario.deps.senders.webhook.sent.length = 0;
  const made = Array.from({ length: due }, (_, at) => ({
    ...newDelivery('hook', event, clock.now()),
    id: `d${String(at).padStart(4, '0')}`,
  }));
  await store.transaction((tx) => {
    for (const delivery of made) tx.write(stored.delivery(adaUid, delivery.id), delivery);
    return Promise.resolve();
  });
  const answer = (task: Parameters<typeof runOutboxTask>[1]) => runOutboxTask(deps, task);
  return {
    scenario,
    sendAll: async () => {
      for (const { id } of made) await answer({ kind: 'deliver', uid: adaUid, deliveryId: id, attempt: 0 });
    },
    /** The sweep of each minute, for so many minutes. */
    sweepFor: async (minutes: number) => {
      for (let run = 0; run < minutes; run += 1) {
        clock.advance(minute);
        await sweepOutbox(deps, answer);
      }
    },
  };
}

const sentIn = ({ deps }: OutboxScenario) => messagesTo(deps, 'hook').length;
const waitingIn = (scenario: OutboxScenario) =>
  storedOutbox(scenario).deliveries.filter(({ state }) => state === 'waiting');

describe('an hour of tries', () => {
  // Holds out-097.
  it('webhooks of an owner have 1,000 tries an hour, here 10, and the rest is sent in the next one, each once', async () => {
    const { scenario, sendAll, sweepFor } = await busyScenario(10, 15);
    await sendAll();
    expect(sentIn(scenario)).toBe(10);
    const waiting = waitingIn(scenario);
    expect(waiting).toHaveLength(5);
    expect(waiting.every(({ attempt, tries }) => attempt === 0 && tries.length === 0)).toBe(true);
    await sendAll();
    await sweepFor(50);
    expect(sentIn(scenario)).toBe(10);
    await sweepFor(12);
    expect(sentIn(scenario)).toBe(15);
    expect(storedOutbox(scenario).deliveries.every(({ state }) => state === 'done')).toBe(true);
  });

  it('what is too much for the next hour too waits for the hours after it', async () => {
    const { scenario, sendAll, sweepFor } = await busyScenario(2, 7);
    await sendAll();
    expect(sentIn(scenario)).toBe(2);
    const { clock } = scenario.deps;
    const waits = waitingIn(scenario).map(({ nextAt }) => Math.round(((nextAt ?? 0) - clock.now()) / hour));
    expect(waits.toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 3]);
    await sweepFor(5 * 60);
    expect(sentIn(scenario)).toBe(7);
    expect(storedOutbox(scenario).deliveries.every(({ state }) => state === 'done')).toBe(true);
  });
});
