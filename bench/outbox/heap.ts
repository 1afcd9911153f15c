import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { paidTip } from '@busker/functions/testing/ada';
import { outboxScenario, type OutboxScenario } from '@busker/functions/testing/outbox-scenario';
import { median, type BenchOptions, type BenchRow } from '../bench-row';
import { answersUntil, failing } from './receivers';

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
export async function heapOfTips({ quick, log }: BenchOptions): Promise<BenchRow[]> {
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
