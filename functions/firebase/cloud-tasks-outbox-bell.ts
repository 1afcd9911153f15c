import { createHash } from 'node:crypto';
import type { App } from 'firebase-admin/app';
import { getFunctions, type TaskOptions } from 'firebase-admin/functions';
import type { Log } from '../http/log';
import { outboxRingsAhead, type OutboxBell, type OutboxRing } from '../outbox/outbox-bell';
import type { Clock } from '../store/clock';
import { isThere } from './cloud-tasks-bell';

/** The function that answers a ring: a slow receiver must not delay the planning of messages. */
export type OutboxQueue = 'outboxrelay' | 'outboxsend' | 'outboxslow';

export function queueOfRing({ kind }: OutboxRing): OutboxQueue {
  switch (kind) {
    case 'relay':
      return 'outboxrelay';
    case 'deliver-slowly':
      return 'outboxslow';
    case 'deliver':
    case 'collect':
    case 'watch':
    case 'letter':
      return 'outboxsend';
  }
}

export type EnqueueRing = (queue: OutboxQueue, ring: OutboxRing, options: TaskOptions) => Promise<void>;

/** The queues of the functions in a region. The names without a region mean us-central1. */
export const outboxQueuesOf =
  (app: App, region: string): EnqueueRing =>
  (queue, ring, options) =>
    getFunctions(app).taskQueue(`locations/${region}/functions/${queue}`).enqueue(ring, options);

/** Seconds until Cloud Tasks gives up waiting for the function, which has the same limit. */
const deadlineSeconds = 60;

/** A name that is spread evenly, and the same for the same ring: a doubled ring is one task for about an hour. */
const taskIdOf = (ring: OutboxRing, at: number): string =>
  createHash('sha256')
    .update(JSON.stringify([ring, at]))
    .digest('hex');

/** Rings by Cloud Tasks. */
export class CloudTasksOutboxBell implements OutboxBell {
  constructor(
    private readonly enqueue: EnqueueRing,
    private readonly clock: Clock,
    private readonly log: Pick<Log, 'outboxRingLost'>,
  ) {}

  async ring(ring: OutboxRing, at: number): Promise<void> {
    if (at - this.clock.now() > outboxRingsAhead) return;
    const options = {
      id: taskIdOf(ring, at),
      scheduleTime: new Date(at),
      dispatchDeadlineSeconds: deadlineSeconds,
    };
    try {
      await this.enqueue(queueOfRing(ring), ring, options);
    } catch (error) {
      if (!isThere(error)) this.log.outboxRingLost({ ring: ring.kind, error });
    }
  }
}
