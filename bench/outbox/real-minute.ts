import { setTimeout as pause } from 'node:timers/promises';
import { startOutbox } from '@busker/functions/jobs/start-timers';
import { outboxAheadMs, type OutboxTask } from '@busker/functions/outbox/outbox-task';
import { TimerQueue } from '@busker/functions/queue/task-queue';
import { adaUid, bearerOf, goodTip, sendEvent, word } from '@busker/functions/testing/ada';
import { outboxScenario, storedOutbox, type OutboxScenario } from '@busker/functions/testing/outbox-scenario';
import { median, type BenchOptions, type BenchRow } from '../bench-row';
import { failing, startReceivers } from './receivers';

/** The requests of a tip: it is made, the fan's page asks about it, and Stripe tells that it is paid. */
const tipSteps = ['tip', 'poll', 'event'] as const;
type TipStep = (typeof tipSteps)[number];

interface Step {
  readonly ms: number;
  /** Requests of the store until the answer, and those of other work meanwhile. */
  readonly requests: number;
}

/** Sends one tip through the server, and measures each of its requests. */
async function measureTip(scenario: OutboxScenario): Promise<Readonly<Record<TipStep, Step>>> {
  const { store } = scenario.deps;
  const body = await goodTip(scenario);
  const measured = async <T>(act: () => Promise<T>) => {
    const before = store.requests;
    const began = performance.now();
    const answer = await act();
    return { answer, step: { ms: performance.now() - began, requests: store.requests - before } };
  };
  const made = await measured(() => scenario.call('POST', '/v1/tips', body));
  if (made.answer.status !== 201) throw new Error(`No tip: ${made.answer.text}`);
  const tipId = word(made.answer, 'tipId');
  const asked = await measured(() =>
    scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(word(made.answer, 'tipToken'))),
  );
  if (asked.answer.status !== 200) throw new Error(`No answer to a poll: ${asked.answer.text}`);
  const paymentIntentId = word(made.answer, 'clientSecret').split('_secret_')[0] ?? '';
  scenario.stripe.pay(paymentIntentId);
  const notified = await measured(() =>
    sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId, reference: { uid: adaUid, tipId } }),
  );
  if (notified.answer.status !== 200) throw new Error(`Stripe's event was refused: ${notified.answer.text}`);
  return { tip: made.step, poll: asked.step, event: notified.step };
}

type Measured = Readonly<Record<TipStep, Step>>;

interface Pairs {
  readonly told: readonly Measured[];
  readonly plain: readonly Measured[];
}

/** Milliseconds between two tips: 500 in a minute, if the machine can. */
const everyMs = 60_000 / 500;

/** Tips that are not measured, since the first ones compile. */
const warmUp = 20;

/** Sends tips to both servers, one after the other, and each second time in the other order. */
async function inTurns(notified: OutboxScenario, plain: OutboxScenario, tips: number): Promise<Pairs> {
  const measured: { told: Measured[]; plain: Measured[] } = { told: [], plain: [] };
  const began = performance.now();
  for (let tip = 0; tip < tips + warmUp; tip += 1) {
    await pause(Math.max(0, began + tip * everyMs - performance.now()));
    const first = tip % 2 === 0;
    if (first) measured.told.push(await measureTip(notified));
    measured.plain.push(await measureTip(plain));
    if (!first) measured.told.push(await measureTip(notified));
  }
  return { told: measured.told.slice(warmUp), plain: measured.plain.slice(warmUp) };
}

const sumOf = (tip: Measured): number => tipSteps.reduce((sum, step) => sum + tip[step].ms, 0);

function pairRows(of: string, { told: notified, plain }: Pairs): BenchRow[] {
  const steps = tipSteps.flatMap((step): BenchRow[] => {
    const medianOf = (tips: readonly Measured[]) => median(tips.map((tip) => tip[step].ms));
    const [added, alone] = [medianOf(notified), medianOf(plain)];
    return [
      { what: `${of}: ${step}, median`, value: added, unit: 'ms', atMost: null },
      { what: `${of}: ${step}, without channels`, value: alone, unit: 'ms', atMost: null },
    ];
  });
  // Of each pair, since both of its tips met the same load of the machine.
  const pairs = notified.flatMap((tip, at) => {
    const other = plain[at];
    return other === undefined ? [] : [sumOf(tip) / sumOf(other)];
  });
  const what = `${of}: tip, poll and event, with channels / without, median of pairs`;
  return [...steps, { what, value: median(pairs), unit: 'ratio', atMost: 1.02 }];
}

/** Milliseconds of one request of the store: about those of Firestore. */
const storeMs = 5;

/** The server on its own clock, which follows this machine's, with a store that takes as long as Firestore. */
function inRealTime(scenario: OutboxScenario): () => void {
  const { clock, store } = scenario.deps;
  const began = performance.now();
  const start = clock.now();
  const follow = () => clock.advance(Math.max(0, start + (performance.now() - began) - clock.now()));
  const timer = setInterval(follow, 5);
  store.pause = () => pause(storeMs);
  return () => clearInterval(timer);
}

/** Tips of two servers in turn, whose outbox sends nothing: as in the cloud, where another function sends. */
export async function planningAlone({ quick }: BenchOptions): Promise<BenchRow[]> {
  const notified = await outboxScenario(failing);
  const plain = await outboxScenario({});
  const ends = [inRealTime(notified), inRealTime(plain)];
  try {
    const measured = await inTurns(notified, plain, quick ? 100 : 500);
    return [...(await countRequests()), ...pairRows('tips, sent by another function', measured)];
  } finally {
    for (const end of ends) end();
  }
}

/**
 * The tips of a minute, in real time: each goes through a server whose channels all fail, and through one without channels, in turn. Senders are the
 * real ones, and they work in the same process, as `npm start` does.
 */
export async function realMinute({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const tips = quick ? 100 : 500;
  const receivers = await startReceivers();
  const notified = await outboxScenario(failing);
  const plain = await outboxScenario({});
  await receivers.connect(notified);
  const ends = [inRealTime(notified), inRealTime(plain)];
  for (const { deps } of [notified, plain]) {
    const queue = new TimerQueue<OutboxTask>(deps.clock, outboxAheadMs);
    deps.outboxQueue.enqueue = (task, at) => queue.enqueue(task, at);
    ends.push(startOutbox(deps, queue));
  }
  try {
    const began = performance.now();
    const measured = await inTurns(notified, plain, tips);
    const took = Math.round((performance.now() - began) / 1000);
    const { slow, refusing } = receivers.got;
    log(`outbox: ${tips} tips in ${took} s; requests: ${slow} of the slow webhook, ${refusing} of the other`);
    return [...pairRows('tips, sent by the same process', measured), ...untold(notified, tips + warmUp)];
  } finally {
    for (const end of ends) end();
    receivers.close();
  }
}

/** Requests of the store for each step, while nothing else runs. */
async function countRequests(): Promise<BenchRow[]> {
  const [notified, plain] = [
    await measureTip(await outboxScenario(failing)),
    await measureTip(await outboxScenario({})),
  ];
  return tipSteps.flatMap((step): BenchRow[] => [
    { what: `${step}: requests of the store`, value: notified[step].requests, unit: 'count', atMost: null },
    {
      what: `${step}: requests of the store that channels add`,
      value: notified[step].requests - plain[step].requests,
      unit: 'count',
      atMost: 0,
    },
  ]);
}

/** Every paid tip has its event, and nothing is lost: what did not arrive waits for its next try. */
function untold(scenario: OutboxScenario, tips: number): BenchRow[] {
  const { events, deliveries } = storedOutbox(scenario);
  const paid = events.filter(({ type }) => type === 'tip.paid').length;
  const lost = deliveries.filter(({ state, nextAt }) => state === 'dead' || nextAt === null).length;
  return [
    { what: 'paid tips without an event', value: Math.max(0, tips - paid), unit: 'count', atMost: 0 },
    { what: 'deliveries that do not wait for their next try', value: lost, unit: 'count', atMost: 0 },
  ];
}
