import { collections, millisOf } from '@busker/core/documents/documents';
import { paceDocument } from '@busker/core/outbox-documents/channels-document';
import type { Pace } from '@busker/core/outbox/outbox-event';
import { claimMs, isDue } from '@busker/core/outbox/pace';
import type { Deps } from '../deps';
import { beat, type WatchedJob } from '../queue/sweep';
import type { Found, Query } from '../store/store';
import type { OutboxTask } from './outbox-task';

/** The heartbeat of the sweep, which runs each minute: it is late after two of these periods. */
export const outboxJob: WatchedJob = { name: 'outbox', everyMs: 5 * 60_000 };

type SweepDeps = Pick<Deps, 'store' | 'clock' | 'log'>;

/** The most of one run; the next one continues. */
const mostFound = 300;

/** Milliseconds after which a run begins nothing more. Its function ends after 300 seconds, and a message may take 40. */
const mostRunMs = 200_000;
const atOnce = 20;

/** Milliseconds by which the clocks of two instances may differ. */
const clockDifference = 10_000;

/** Milliseconds. An event that nobody planned for so long needs a person. */
const stuckMs = 5 * 60_000;

/** An event that cannot be read is given up after a day. */
const givenUpMs = 24 * 60 * 60_000;

export interface SweepAges {
  /** Milliseconds that an event may be new, and a message may be due, before the sweep takes it. */
  readonly events: number;
  readonly due: number;
}

/** In the cloud a task comes first; a local process that starts has none. */
export const usualAges: SweepAges = { events: 20_000, due: 60_000 };

interface Waiting {
  readonly task: OutboxTask;
  readonly path: string;
  readonly since: number;
}

const idsIn = (path: string): { readonly uid: string; readonly id: string } => {
  const [, uid = '', , id = ''] = path.split('/');
  return { uid, id };
};

/**
 * Finds work without a task: events that are not planned, deliveries, messages and letters that are due, fans who are to be notified, claims whose process
 * ended. It runs their tasks by calling `answer`. Six queries and one write when there is nothing to do.
 */
export async function sweepOutbox(
  deps: SweepDeps,
  answer: (task: OutboxTask) => Promise<void>,
  ages: SweepAges = usualAges,
): Promise<number> {
  const now = deps.clock.now();
  const events = await foundBy(deps, newEvents(deps, now - ages.events));
  const others = await Promise.all([
    foundBy(deps, dueDeliveries(deps, now - ages.due)),
    foundBy(deps, claimsAhead(deps, now)),
    foundBy(deps, duePaces(deps, now, now - ages.due)),
    foundBy(deps, dueWatches(deps, now - ages.due)),
    foundBy(deps, dueLetters(deps, now - ages.due)),
  ]);
  const waiting = [...events, ...others.flat()];
  const [oldest] = events;
  if (oldest !== undefined && now - oldest.since > stuckMs)
    deps.log.outboxStuck({
      what: 'events',
      waiting: events.length,
      seconds: Math.round((now - oldest.since) / 1000),
    });
  const left = [...waiting];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      // Slow receivers must not fill the time of the function: what is left is for the next run.
      if (deps.clock.now() - now > mostRunMs) return;
      await answerOne(deps, next, answer, now);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await beat(deps, outboxJob, deps.clock.now() - now);
  return waiting.length;
}

async function answerOne(
  { store, log }: SweepDeps,
  { task, path, since }: Waiting,
  answer: (task: OutboxTask) => Promise<void>,
  now: number,
): Promise<void> {
  try {
    await answer(task);
  } catch (error) {
    log.outboxRingLost({ ring: task.kind, error });
    if (task.kind !== 'relay' || now - since < givenUpMs) return;
    await store.add(path, {}, { state: 'dead' });
    log.outboxStuck({ what: path, waiting: 1, seconds: Math.round((now - since) / 1000) });
  }
}

const timeIn = (field: string) => (data: unknown) => {
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[field] : null;
  return millisOf(value) ?? 0;
};

/** One query that fails must not keep the others from their work. */
async function foundBy(
  { log }: Pick<Deps, 'log'>,
  asked: Promise<readonly Waiting[]>,
): Promise<readonly Waiting[]> {
  try {
    return await asked;
  } catch (error) {
    log.sweepFailed({ sweep: 'outbox', missed: 0, error });
    return [];
  }
}

async function newEvents({ store }: Pick<Deps, 'store'>, before: number): Promise<readonly Waiting[]> {
  const found = await store.find(
    {
      from: collections.events,
      group: true,
      where: [
        ['state', '==', 'new'],
        ['at', '<=', new Date(before)],
      ],
      orderBy: [['at', 'asc']],
      limit: mostFound,
    },
    timeIn('at'),
  );
  return found.map(({ path, value }) => {
    const { uid, id } = idsIn(path);
    return { task: { kind: 'relay', uid, eventId: id }, path, since: value };
  });
}

async function findDeliveries(
  { store }: Pick<Deps, 'store'>,
  where: NonNullable<Query['where']>,
): Promise<readonly Waiting[]> {
  const found = await store.find(
    {
      from: collections.deliveries,
      group: true,
      where,
      orderBy: [['nextAt', 'asc']],
      limit: mostFound,
    },
    timeIn('nextAt'),
  );
  return found.map(({ path, value }) => {
    const { uid, id } = idsIn(path);
    return { task: { kind: 'deliver', uid, deliveryId: id, attempt: 0 }, path, since: value };
  });
}

const dueDeliveries = (deps: Pick<Deps, 'store'>, before: number): Promise<readonly Waiting[]> =>
  findDeliveries(deps, [
    ['state', 'in', ['waiting', 'sending']],
    ['nextAt', '<=', new Date(before)],
  ]);

/** Deliveries that were claimed by a process whose clock was ahead. */
const claimsAhead = (deps: Pick<Deps, 'store'>, now: number): Promise<readonly Waiting[]> =>
  findDeliveries(deps, [
    ['state', '==', 'sending'],
    ['nextAt', '>', new Date(now + claimMs + clockDifference)],
  ]);

async function dueWatches({ store }: Pick<Deps, 'store'>, before: number): Promise<readonly Waiting[]> {
  const found = await store.find(
    {
      from: collections.tipWatches,
      where: [['dueAt', '<=', new Date(before)]],
      orderBy: [['dueAt', 'asc']],
      limit: mostFound,
    },
    timeIn('dueAt'),
  );
  return found.map(({ path, value }) => {
    const [, tipId = ''] = path.split('/');
    return { task: { kind: 'watch', tipId }, path, since: value };
  });
}

async function dueLetters({ store }: Pick<Deps, 'store'>, before: number): Promise<readonly Waiting[]> {
  const found = await store.find(
    {
      from: collections.mail,
      where: [['dueAt', '<=', new Date(before)]],
      orderBy: [['dueAt', 'asc']],
      limit: mostFound,
    },
    timeIn('dueAt'),
  );
  return found.map(({ path, value }) => {
    const [, id = ''] = path.split('/');
    return { task: { kind: 'letter', id, tries: 0 }, path, since: value };
  });
}

async function duePaces(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  now: number,
  before: number,
): Promise<readonly Waiting[]> {
  const found = await store.find(
    {
      from: collections.pace,
      where: [['nextAt', '<=', new Date(before)]],
      orderBy: [['nextAt', 'asc']],
      limit: mostFound,
    },
    paceDocument.decode,
  );
  return found.flatMap(({ path, value }) => {
    if (value.ok) return dueBatches({ path, value: value.value }, now);
    // One owner's document must not stop the messages of all others.
    log.outboxStuck({ what: path, waiting: 1, seconds: 0 });
    return [];
  });
}

function dueBatches({ path, value }: Found<Pace>, now: number): readonly Waiting[] {
  const [, uid = ''] = path.split('/');
  const due = Object.entries(value.turns).filter(([, batch]) => isDue(batch, now));
  return due.map(([channelId]) => ({
    task: { kind: 'collect', uid, channelId },
    path,
    since: value.nextAt ?? now,
  }));
}
