import type { Charged } from './documents-by-act';
import { listPrices } from './list-prices';
import { computing, documents } from './month';

export interface OutboxCost extends Charged {
  /** Tasks of Cloud Tasks, each of which is a request to a function. */
  readonly tasks: number;
}

/** What telling the owner costs for one tip, besides the tip itself. outbox-acts.test.ts counts them. */
export const outboxActs = {
  'the event of a paid tip, and its plan, without channels': { read: 4, written: 2, tasks: 0 },
  'a webhook that works, each': { read: 12, written: 4, tasks: 1 },
  'a channel that collects (mail, push, chats), a message for this tip alone': {
    // Mail, which costs most: each one is counted for the number of a day.
    read: 11,
    written: 5,
    tasks: 1,
  },
  'the same, as one more tip of the same message': { read: 3, written: 1, tasks: 0 },
} as const satisfies Readonly<Record<string, OutboxCost>>;

export type OutboxAct = keyof typeof outboxActs;

/** A run of the minute's sweep that finds nothing. outbox-acts.test.ts counts it. */
export const idleSweep: Charged = { read: 6, written: 1 };

const million = 1_000_000;

/** Seconds of one vCPU, estimated: planning lets Stripe's event wait longer, a message waits for its receiver. */
const seconds = { plan: 0.03, task: 0.15, sweep: 0.2 };

/** Creating a task and handing it to its function are two operations (cloud.google.com/tasks/pricing). */
const taskCost = 2 * listPrices.taskOperation + listPrices.request + computing(seconds.task);

const planned: OutboxAct = 'the event of a paid tip, and its plan, without channels';

/** US dollars for a million tips. */
export const costOfMillion = (act: OutboxAct): number => {
  const { tasks, ...charged }: OutboxCost = outboxActs[act];
  return million * (documents(charged) + tasks * taskCost + (act === planned ? computing(seconds.plan) : 0));
};

export const sweepsOfAMonth = 30 * 24 * 60;

/** US dollars a month. */
export const costOfSweeps = (): number =>
  sweepsOfAMonth * (documents(idleSweep) + listPrices.request + computing(seconds.sweep));
