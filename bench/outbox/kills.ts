import { seededRandom } from '@busker/emulator-stripe/events/webhooks';
import { paidTip } from '@busker/functions/testing/ada';
import {
  messagesTo,
  outboxScenario,
  storedOutbox,
  type OutboxScenario,
} from '@busker/functions/testing/outbox-scenario';
import type { BenchOptions, BenchRow } from '../bench-row';
import { nothingWaits } from './receivers';

const minute = 60_000;
/** Of one scenario: a later one begins with an empty store. */
const tipsOfAScenario = 10;

const channels = {
  mail: {},
  hook: { kind: 'webhook' },
  chat: { kind: 'discord', audience: 'public' },
} as const;

/** Ends the process at the request after the next `steps` ones of the store, while it plans or sends. Returns whether it came to that. */
async function kill(scenario: OutboxScenario, steps: number): Promise<boolean> {
  const { store, clock, outboxQueue } = scenario.deps;
  let left = steps;
  let killed = false;
  store.fault = () => {
    left -= 1;
    if (left >= 0) return;
    killed = true;
    throw new Error('killed');
  };
  clock.advance(2 * minute);
  await scenario.sweep().catch(() => 0);
  await scenario.answer().catch(() => undefined);
  store.fault = () => undefined;
  // The tasks that the process had not enqueued yet are lost with it.
  outboxQueue.tasks.length = 0;
  return killed;
}

/** Events that a channel never heard of, and ids of webhooks that came more than once. */
function heard(scenario: OutboxScenario) {
  const { events } = storedOutbox(scenario);
  const paid = events.filter(({ type }) => type === 'tip.paid').map(({ id }) => id);
  const lost = Object.keys(channels).flatMap((channel) => {
    const notified = new Set(
      messagesTo(scenario.deps, channel).flatMap((message) => message.events.map(({ id }) => id)),
    );
    return paid.filter((id) => !notified.has(id));
  });
  const hooks = messagesTo(scenario.deps, 'hook').length;
  return { lost: lost.length + tipsOfAScenario - paid.length, repeated: Math.max(0, hooks - paid.length) };
}

/** Kills the process at random requests between the commit of a tip and the last message about it. */
export async function thousandKills({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const wanted = quick ? 100 : 1000;
  const random = seededRandom(18);
  let [kills, lost, repeated, tips] = [0, 0, 0, 0];
  while (kills < wanted) {
    const scenario = await outboxScenario(channels);
    for (let tip = 0; tip < tipsOfAScenario; tip += 1) await paidTip(scenario);
    scenario.deps.outboxQueue.tasks.length = 0;
    // Mostly early, so that a scenario takes many kills, and now and then in the middle of sending.
    while (kills < wanted && !nothingWaits(scenario))
      if (await kill(scenario, Math.floor(random() ** 2 * 100))) kills += 1;
    for (let passed = 0; passed < 30; passed += 1) {
      await scenario.pass(minute);
      await scenario.sweep();
    }
    const after = heard(scenario);
    lost += after.lost;
    repeated += after.repeated;
    tips += tipsOfAScenario;
  }
  log(`outbox: ${kills} kills over ${tips} tips`);
  return [
    { what: 'kills between commit and delivery', value: kills, unit: 'count', atMost: null, atLeast: wanted },
    { what: 'messages lost, of three channels each', value: lost, unit: 'count', atMost: 0 },
    { what: 'webhooks that came again, with the same id', value: repeated, unit: 'count', atMost: null },
  ];
}
