import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { paidTip } from '@busker/functions/testing/ada';
import {
  outboxScenario,
  type OutboxScenario,
  messagesTo,
  storedOutbox,
} from '@busker/functions/testing/outbox-scenario';
import { seededRandom } from '@busker/emulator-stripe/events/webhooks';
import { median, type BenchOptions, type BenchRow, runParts } from '../bench-row';
import { answersUntil, failing, nothingWaits } from './receivers';
import { planningAlone, realMinute } from './real-minute';
import { withinSchedule } from './within-schedule';

const mb = 1024 * 1024;

/** Megabytes that are in use after all that is unused was collected. */
async function heapAfterGc(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let times = 0; times < 3; times += 1) {
    if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed / mb;
}

/** Removes what the batch stored and what the fakes recorded: that is the memory of Firestore and the receivers, and not the server's. */
function forget({ deps }: OutboxScenario, kept: ReadonlySet<string>): void {
  const { store, senders, outboxQueue, lines } = deps;
  for (const path of Object.keys(store.dump())) if (!kept.has(path)) store.drop(path);
  for (const sender of Object.values(senders)) sender.sent.length = 0;
  outboxQueue.tasks.length = 0;
  lines.length = 0;
}

/** Sends batches of tips. Returns by how many megabytes the heap grew with each. */
async function growths(scenario: OutboxScenario, tips: number, batches: number): Promise<readonly number[]> {
  answersUntil(scenario, Number.POSITIVE_INFINITY);
  const kept = new Set(Object.keys(scenario.deps.store.dump()));
  const grown: number[] = [];
  let before = await heapAfterGc();
  for (let batch = 0; batch < batches; batch += 1) {
    for (let tip = 0; tip < tips; tip += 1) {
      await paidTip(scenario);
      await scenario.answer();
      scenario.deps.clock.advance(120);
    }
    await scenario.pass(60_000);
    forget(scenario, kept);
    const after = await heapAfterGc();
    grown.push(after - before);
    before = after;
  }
  // The first batches compile.
  return grown.slice(2);
}

/** The growth of the heap for each 500 tips whose channels all fail, and without channels, since Stripe in memory keeps each payment. */
async function heapOfTips({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const tips = quick ? 100 : 500;
  const batches = quick ? 4 : 9;
  const plain = await growths(await outboxScenario({}), tips, batches);
  const notified = await growths(await outboxScenario(failing), tips, batches);
  const written = (grown: readonly number[]) => grown.map((each) => each.toFixed(2)).join(', ');
  log(`outbox: growth of the heap in MB: ${written(notified)}; without channels: ${written(plain)}`);
  const what = `heap after each ${tips} tips: growth`;
  return [
    { what: `${what} without channels (Stripe in memory)`, value: median(plain), unit: 'MB', atMost: null },
    {
      what: `${what} that channels add`,
      value: Math.max(0, median(notified) - median(plain)),
      unit: 'MB',
      atMost: 0.1,
    },
  ];
}

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
async function thousandKills({ quick, log }: BenchOptions): Promise<BenchRow[]> {
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

const parts = { planningAlone, realMinute, withinSchedule, heapOfTips, thousandKills };

/** What owners are told, while the receivers fail: whether tips are slower, and whether something is lost. */
export const run = (options: BenchOptions): Promise<BenchRow[]> => runParts('outbox', parts, options);
