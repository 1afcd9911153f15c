import { seededRandom } from '../../emulators/stripe/events/webhooks';
import { paidTip } from '../../functions/testing/ada';
import {
  messagesTo,
  outboxStage,
  storedOutbox,
  type OutboxStage,
} from '../../functions/testing/outbox-stage';
import type { BenchOptions, BenchRow } from '../bench-row';
import { nothingWaits } from './nothing-waits';

const minute = 60_000;
/** Of one stage: a later one begins with an empty store. */
const tipsOfAStage = 10;

const channels = {
  mail: {},
  hook: { kind: 'webhook' },
  chat: { kind: 'discord', audience: 'public' },
} as const;

/** Ends the process at the request after the next `steps` ones of the store, while it plans or sends. Returns whether it came to that. */
async function kill(stage: OutboxStage, steps: number): Promise<boolean> {
  const { store, clock, outboxQueue } = stage.deps;
  let left = steps;
  let killed = false;
  store.fault = () => {
    left -= 1;
    if (left >= 0) return;
    killed = true;
    throw new Error('killed');
  };
  clock.advance(2 * minute);
  await stage.sweep().catch(() => 0);
  await stage.answer().catch(() => undefined);
  store.fault = () => undefined;
  // What the process would have rung for is lost with it.
  outboxQueue.tasks.length = 0;
  return killed;
}

/** Events that a channel never heard of, and ids of webhooks that came more than once. */
function heard(stage: OutboxStage) {
  const { events } = storedOutbox(stage);
  const paid = events.filter(({ type }) => type === 'tip.paid').map(({ id }) => id);
  const lost = Object.keys(channels).flatMap((channel) => {
    const told = new Set(
      messagesTo(stage.deps, channel).flatMap((message) => message.events.map(({ id }) => id)),
    );
    return paid.filter((id) => !told.has(id));
  });
  const hooks = messagesTo(stage.deps, 'hook').length;
  return { lost: lost.length + tipsOfAStage - paid.length, repeated: Math.max(0, hooks - paid.length) };
}

/** Kills the process at random requests between the commit of a tip and the last message about it. */
export async function thousandKills({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const wanted = quick ? 100 : 1000;
  const random = seededRandom(18);
  let [kills, lost, repeated, tips] = [0, 0, 0, 0];
  while (kills < wanted) {
    const stage = await outboxStage(channels);
    for (let tip = 0; tip < tipsOfAStage; tip += 1) await paidTip(stage);
    stage.deps.outboxQueue.tasks.length = 0;
    // Mostly early, so that a stage takes many kills, and now and then in the middle of sending.
    while (kills < wanted && !nothingWaits(stage))
      if (await kill(stage, Math.floor(random() ** 2 * 100))) kills += 1;
    for (let passed = 0; passed < 30; passed += 1) {
      await stage.pass(minute);
      await stage.sweep();
    }
    const after = heard(stage);
    lost += after.lost;
    repeated += after.repeated;
    tips += tipsOfAStage;
  }
  log(`outbox: ${kills} kills over ${tips} tips`);
  return [
    { what: 'kills between commit and delivery', value: kills, unit: 'count', atMost: null, atLeast: wanted },
    { what: 'messages lost, of three channels each', value: lost, unit: 'count', atMost: 0 },
    { what: 'webhooks that came again, with the same id', value: repeated, unit: 'count', atMost: null },
  ];
}
