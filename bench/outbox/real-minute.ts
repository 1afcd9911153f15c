import { setTimeout as pause } from 'node:timers/promises';
import { startOutbox } from '../../functions/jobs/start-outbox';
import { outboxAheadMs, type OutboxTask } from '../../functions/outbox/outbox-task';
import { TimerQueue } from '../../functions/queue/task-queue';
import { outboxStage, storedOutbox, type OutboxStage } from '../../functions/testing/outbox-stage';
import type { BenchOptions, BenchRow } from '../bench-row';
import { inTurns, pairRows, warmUp } from './pairs';
import { failing, startReceivers } from './receivers';
import { measureTip, tipSteps } from './tip-path';

/** Milliseconds of one request of the store: about those of Firestore. */
const storeMs = 5;

/** The server on its own clock, which follows this machine's, with a store that takes as long as Firestore. */
function inRealTime(stage: OutboxStage): () => void {
  const { clock, store } = stage.deps;
  const began = performance.now();
  const start = clock.now();
  const follow = () => clock.advance(Math.max(0, start + (performance.now() - began) - clock.now()));
  const timer = setInterval(follow, 5);
  store.pause = () => pause(storeMs);
  return () => clearInterval(timer);
}

/** Tips of two servers in turns, whose outbox sends nothing: as in the cloud, where another function sends. */
export async function planningAlone({ quick }: BenchOptions): Promise<BenchRow[]> {
  const told = await outboxStage(failing);
  const plain = await outboxStage({});
  const ends = [inRealTime(told), inRealTime(plain)];
  try {
    const measured = await inTurns(told, plain, quick ? 100 : 500);
    return [...(await countRequests()), ...pairRows('tips, sent by another function', measured)];
  } finally {
    for (const end of ends) end();
  }
}

/**
 * The tips of a minute, in real time: each goes through a server whose channels all fail, and through one without channels, in turns. Senders are the
 * real ones, and they work in the same process, as `npm start` does.
 */
export async function realMinute({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const tips = quick ? 100 : 500;
  const receivers = await startReceivers();
  const told = await outboxStage(failing);
  const plain = await outboxStage({});
  await receivers.connect(told);
  const ends = [inRealTime(told), inRealTime(plain)];
  for (const { deps } of [told, plain]) {
    const queue = new TimerQueue<OutboxTask>(deps.clock, outboxAheadMs);
    deps.outboxQueue.enqueue = (task, at) => queue.enqueue(task, at);
    ends.push(startOutbox(deps, queue));
  }
  try {
    const began = performance.now();
    const measured = await inTurns(told, plain, tips);
    const took = Math.round((performance.now() - began) / 1000);
    const { slow, refusing } = receivers.got;
    log(`outbox: ${tips} tips in ${took} s; requests: ${slow} of the slow webhook, ${refusing} of the other`);
    return [...pairRows('tips, sent by the same process', measured), ...untold(told, tips + warmUp)];
  } finally {
    for (const end of ends) end();
    receivers.close();
  }
}

/** Requests of the store for each step, while nothing else runs. */
async function countRequests(): Promise<BenchRow[]> {
  const [told, plain] = [
    await measureTip(await outboxStage(failing)),
    await measureTip(await outboxStage({})),
  ];
  return tipSteps.flatMap((step): BenchRow[] => [
    { what: `${step}: requests of the store`, value: told[step].requests, unit: 'count', atMost: null },
    {
      what: `${step}: requests of the store that channels add`,
      value: told[step].requests - plain[step].requests,
      unit: 'count',
      atMost: 0,
    },
  ]);
}

/** Every paid tip has its event, and nothing is lost: what did not arrive waits for its next try. */
function untold(stage: OutboxStage, tips: number): BenchRow[] {
  const { events, deliveries } = storedOutbox(stage);
  const paid = events.filter(({ type }) => type === 'tip.paid').length;
  const lost = deliveries.filter(({ state, nextAt }) => state === 'dead' || nextAt === null).length;
  return [
    { what: 'paid tips without an event', value: Math.max(0, tips - paid), unit: 'count', atMost: 0 },
    { what: 'deliveries that do not wait for their next try', value: lost, unit: 'count', atMost: 0 },
  ];
}
