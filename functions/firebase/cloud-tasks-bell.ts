import { createHash } from 'node:crypto';
import type { App } from 'firebase-admin/app';
import { getFunctions, type TaskOptions } from 'firebase-admin/functions';
import type { JobId } from '../../core/documents/job-document';
import type { Log } from '../http/log';
import type { JobQueue } from '../jobs/job-work';
import { ringsAhead, type Bell } from '../jobs/jobs';
import type { Clock } from '../store/clock';

/** Seconds until Cloud Tasks gives up waiting for a function. Each function has a shorter limit of its own, or the same (function-options.ts). */
const deadlines: Readonly<Record<JobQueue, number>> = { looks: 600, sweeps: 600, work: 1800 };

/** Adds a task to the queue of a function. */
export type Enqueue = (queue: JobQueue, data: { readonly job: JobId }, options: TaskOptions) => Promise<void>;

/** The queues of the functions in a region. The names without a region mean us-central1. */
export const queuesOf =
  (app: App, region: string): Enqueue =>
  (queue, data, options) =>
    getFunctions(app).taskQueue(`locations/${region}/functions/${queue}`).enqueue(data, options);

/** A task of this name exists, so that the ring is not lost. */
export const isThere = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'functions/task-already-exists';

/**
 * The name of a task. Cloud Tasks refuses a second task of the same name for about an hour, so a doubled ring is one task. It asks for names that are
 * spread evenly (cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks/create).
 */
const taskIdOf = (job: JobId, at: number): string =>
  createHash('sha256').update(`${job} ${at}`).digest('hex');

/** Rings by Cloud Tasks: the task starts the function of the job's queue at the time. */
export class CloudTasksBell implements Bell {
  constructor(
    private readonly enqueue: Enqueue,
    private readonly queueOf: (job: JobId) => JobQueue,
    private readonly clock: Clock,
    private readonly log: Pick<Log, 'ringLost'>,
  ) {}

  async ring(job: JobId, at: number): Promise<void> {
    if (at - this.clock.now() > ringsAhead) return;
    const queue = this.queueOf(job);
    const options = {
      id: taskIdOf(job, at),
      scheduleTime: new Date(at),
      dispatchDeadlineSeconds: deadlines[queue],
    };
    try {
      await this.enqueue(queue, { job }, options);
    } catch (error) {
      if (!isThere(error)) this.log.ringLost({ job, error });
    }
  }
}
