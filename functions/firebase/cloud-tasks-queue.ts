import { createHash } from 'node:crypto';
import type { App } from 'firebase-admin/app';
import { getFunctions, type TaskOptions } from 'firebase-admin/functions';
import type { JobId } from '@busker/core/jobs/job-document';
import type { Log } from '../log';
import { functionOf, outboxAheadMs, type OutboxTask } from '../outbox/outbox-task';
import type { JobQueue } from '../queue/job-work';
import { jobsAheadMs, type TaskQueue } from '../queue/task-queue';
import type { Clock } from '../clock';

export type AddTask = (queue: string, data: object, options: TaskOptions) => Promise<void>;

/** The queues of the functions in a region. The names without a region mean us-central1. */
export const queuesOf =
  (app: App, region: string): AddTask =>
  (queue, data, options) =>
    getFunctions(app).taskQueue(`locations/${region}/functions/${queue}`).enqueue(data, options);

/** A task of this name exists, so that it is not lost. */
const isThere = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'functions/task-already-exists';

interface TaskKind<Task> {
  /** The function that runs the task. */
  readonly queueOf: (task: Task) => string;
  readonly dataOf: (task: Task) => object;
  /** The same for the same task at the same time, and for no other. */
  readonly nameOf: (task: Task, at: number) => string;
  /** Seconds until Cloud Tasks gives up waiting for the function. */
  readonly deadlineOf: (task: Task) => number;
  /** Milliseconds. What is due later is left to the schedule. */
  readonly mostAheadMs: number;
  readonly lost: (task: Task, error: unknown) => void;
}

/** Tasks of Cloud Tasks: each starts the function of its queue at the time. */
class CloudTasksQueue<Task> implements TaskQueue<Task> {
  constructor(
    private readonly add: AddTask,
    private readonly clock: Clock,
    private readonly kind: TaskKind<Task>,
  ) {}

  async enqueue(task: Task, at: number): Promise<void> {
    const { queueOf, dataOf, nameOf, deadlineOf, mostAheadMs, lost } = this.kind;
    if (at - this.clock.now() > mostAheadMs) return;
    const options = {
      // Cloud Tasks refuses a second task of the same name for about an hour, so a doubled one is one task. It asks for names that are spread evenly
      // (cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks/create).
      id: createHash('sha256').update(nameOf(task, at)).digest('hex'),
      scheduleTime: new Date(at),
      dispatchDeadlineSeconds: deadlineOf(task),
    };
    try {
      await this.add(queueOf(task), dataOf(task), options);
    } catch (error) {
      if (!isThere(error)) lost(task, error);
    }
  }
}

/** Seconds until Cloud Tasks gives up waiting for a function. Each function has a shorter limit of its own, or the same (function-options.ts). */
const deadlines: Readonly<Record<JobQueue, number>> = { looks: 600, sweeps: 600, work: 1800 };
const outboxDeadline = 60;

/** The queue of jobs in the cloud: the task starts the function of the job's queue. */
export const cloudJobQueue = (
  add: AddTask,
  queueOf: (job: JobId) => JobQueue,
  clock: Clock,
  log: Pick<Log, 'ringLost'>,
): TaskQueue<JobId> =>
  new CloudTasksQueue<JobId>(add, clock, {
    queueOf,
    dataOf: (job) => ({ job }),
    nameOf: (job, at) => `${job} ${at}`,
    deadlineOf: (job) => deadlines[queueOf(job)],
    mostAheadMs: jobsAheadMs,
    lost: (job, error) => log.ringLost({ job, error }),
  });

export const cloudOutboxQueue = (
  add: AddTask,
  clock: Clock,
  log: Pick<Log, 'outboxRingLost'>,
): TaskQueue<OutboxTask> =>
  new CloudTasksQueue<OutboxTask>(add, clock, {
    queueOf: functionOf,
    dataOf: (task) => task,
    nameOf: (task, at) => JSON.stringify([task, at]),
    deadlineOf: () => outboxDeadline,
    mostAheadMs: outboxAheadMs,
    lost: ({ kind }, error) => log.outboxRingLost({ ring: kind, error }),
  });
