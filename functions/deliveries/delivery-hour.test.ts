import { expect, it } from 'vitest';
import { adaUid, paidTip } from '../testing/ada';
import { messagesTo, outboxScenario, storedOutbox, type OutboxScenario } from '../testing/outbox-scenario';
import { stored } from '../store/stored';
import { runOutboxTask } from '../jobs/start-timers';
import { newDelivery } from '../outbox/relay';
import { sweepOutbox } from '../outbox/sweep-outbox';

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
