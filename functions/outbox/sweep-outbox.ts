import { collections, millisOf } from '../../core/documents/documents';
import { decodePace } from '../../core/documents/pace-document';
import type { Pace } from '../../core/outbox/delivery';
import { isDue } from '../../core/outbox/pace';
import type { Deps } from '../deps';
import type { Found } from '../store/store';
import { readable } from '../store/stored';
import type { CollectDeps } from './collect';
import type { OutboxRing } from './outbox-bell';

/** What one run takes; the next one takes the rest. */
const mostFound = 300;

/** Milliseconds. An event that nobody planned for so long needs a person. */
const stuckMs = 5 * 60_000;

/** An event that cannot be read is given up after a day. */
const givenUpMs = 24 * 60 * 60_000;

export interface SweepAges {
  /** Milliseconds that an event may be new, and a message may be due, before the sweep takes it. */
  readonly events: number;
  readonly due: number;
}

/** In the cloud a ring comes first; a local process that starts has none. */
export const usualAges: SweepAges = { events: 20_000, due: 60_000 };

interface Waiting {
  readonly ring: OutboxRing;
  readonly path: string;
  readonly since: number;
}

const idsIn = (path: string): { readonly uid: string; readonly id: string } => {
  const [, uid = '', , id = ''] = path.split('/');
  return { uid, id };
};

/**
 * Finds what no ring told: events that are not planned, deliveries and messages that are due, fans who are to be told, claims whose process ended. It
 * rings for them by calling `answer`. Four queries when there is nothing to do.
 */
export async function sweepOutbox(
  deps: CollectDeps,
  answer: (ring: OutboxRing) => Promise<void>,
  ages: SweepAges = usualAges,
): Promise<number> {
  const now = deps.clock.now();
  const found = await Promise.all([
    newEvents(deps, now - ages.events),
    dueDeliveries(deps, now - ages.due),
    duePaces(deps, now, now - ages.due),
    dueWatches(deps, now - ages.due),
  ]);
  const waiting = found.flat();
  const [oldest] = found[0];
  if (oldest !== undefined && now - oldest.since > stuckMs)
    deps.log.outboxStuck({
      what: 'events',
      waiting: found[0].length,
      seconds: Math.round((now - oldest.since) / 1000),
    });
  const left = [...waiting];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      await answerOne(deps, next, answer, now);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return waiting.length;
}

async function answerOne(
  { store, log }: CollectDeps,
  { ring, path, since }: Waiting,
  answer: (ring: OutboxRing) => Promise<void>,
  now: number,
): Promise<void> {
  try {
    await answer(ring);
  } catch (error) {
    log.outboxRingLost({ ring: ring.kind, error });
    if (ring.kind !== 'relay' || now - since < givenUpMs) return;
    await store.add(path, {}, { state: 'dead' });
    log.outboxStuck({ what: path, waiting: 1, seconds: Math.round((now - since) / 1000) });
  }
}

const timeIn = (field: string) => (data: unknown) => {
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[field] : null;
  return millisOf(value) ?? 0;
};

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
    return { ring: { kind: 'relay', uid, eventId: id }, path, since: value };
  });
}

async function dueDeliveries({ store }: Pick<Deps, 'store'>, before: number): Promise<readonly Waiting[]> {
  const found = await store.find(
    {
      from: collections.deliveries,
      group: true,
      where: [
        ['state', 'in', ['waiting', 'sending']],
        ['nextAt', '<=', new Date(before)],
      ],
      orderBy: [['nextAt', 'asc']],
      limit: mostFound,
    },
    timeIn('nextAt'),
  );
  return found.map(({ path, value }) => {
    const { uid, id } = idsIn(path);
    return { ring: { kind: 'deliver', uid, deliveryId: id, attempt: 0 }, path, since: value };
  });
}

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
    return { ring: { kind: 'watch', tipId }, path, since: value };
  });
}

async function duePaces(
  { store }: Pick<Deps, 'store'>,
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
    (data) => readable(collections.pace, decodePace(data)),
  );
  return found.flatMap((pace) => dueTurns(pace, now));
}

function dueTurns({ path, value }: Found<Pace>, now: number): readonly Waiting[] {
  const [, uid = ''] = path.split('/');
  const due = Object.entries(value.turns).filter(([, turn]) => isDue(turn, now));
  return due.map(([channelId]) => ({
    ring: { kind: 'collect', uid, channelId },
    path,
    since: value.nextAt ?? now,
  }));
}
