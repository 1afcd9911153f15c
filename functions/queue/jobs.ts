import { collections, millisOf } from '../../core/documents/documents';
import {
  encodeWish,
  isJobId,
  jobIdOf,
  maxJobInput,
  type Job,
  type JobId,
  type JobKind,
} from '../../core/documents/job-document';
import type { Clock } from '../store/clock';
import type { Store, Writes } from '../store/store';
import { stored } from '../store/stored';
import { newJob, wantedAgain } from './job-steps';
import type { TaskQueue } from './task-queue';

export interface WantOptions {
  /** Epoch milliseconds; default now. */
  readonly dueAt?: number;
  /** JSON, at most 2 kB. */
  readonly input?: string;
}

/**
 * The port to work that goes on after an answer. The document is the job. A job of the same kind and key exists once, and wanting it during its run
 * gives it another run.
 */
export interface Jobs {
  /** Stores the wish, then enqueues it. A job that waits keeps the earlier time of both; after a failure it waits until its next try. */
  want(kind: JobKind, key: string, options?: WantOptions): Promise<JobId>;
  /**
   * The same as a part of a commit or a transaction, without reading: the time of the latest wish counts. The caller enqueues it when the
   * writes have landed. A lost task costs at most five minutes, until `tick` finds the job.
   */
  wantIn(writes: Writes, kind: JobKind, key: string, options?: WantOptions): JobId;
}

/** Milliseconds. A job that is due later than this is not enqueued: `tick` finds it. */
export const jobsAheadMs = 15 * 60_000;

/** The jobs in the store. */
export class StoredJobs implements Jobs {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly queue: TaskQueue<JobId>,
  ) {}

  async want(kind: JobKind, key: string, options?: WantOptions): Promise<JobId> {
    const id = jobIdOf(kind, key);
    const wanted = this.wish(options);
    const dueAt = await this.store.transaction(async (tx) => {
      const before = await tx.read(stored.job(id));
      const job = before === undefined ? newJob(kind, key, wanted) : wantedAgain(before, wanted);
      tx.write(stored.job(id), job);
      return job.dueAt;
    });
    await this.queue.enqueue(id, dueAt);
    return id;
  }

  wantIn(writes: Writes, kind: JobKind, key: string, options?: WantOptions): JobId {
    const id = jobIdOf(kind, key);
    writes.add(stored.job(id).path, { wants: 1 }, encodeWish(kind, key, this.wish(options)));
    return id;
  }

  private wish({ dueAt = this.clock.now(), input }: WantOptions = {}): Job['wanted'] {
    if (input !== undefined && Buffer.byteLength(input) > maxJobInput)
      throw new Error('The input is too large');
    return { dueAt, input: input ?? null };
  }
}

/** How many jobs one `tick` enqueues. */
const atMost = 500;

export interface DueJob {
  readonly id: JobId;
  readonly dueAt: number;
}

/**
 * The jobs whose time has come, oldest first. A running job is due when its lease ends, so this also finds the work of a process that was killed. A
 * kind that this release does not have is left alone.
 */
export async function dueJobs({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): Promise<readonly DueJob[]> {
  const found = await store.find(
    {
      from: collections.jobs,
      where: [
        ['state', 'in', ['due', 'running']],
        ['dueAt', '<=', new Date(clock.now())],
      ],
      orderBy: [['dueAt', 'asc']],
      limit: atMost,
    },
    (data) => (data as { readonly dueAt?: unknown }).dueAt,
  );
  return found.flatMap(({ path, value }) => {
    const id = path.slice(collections.jobs.length + 1);
    return isJobId(id) ? [{ id, dueAt: millisOf(value) ?? clock.now() }] : [];
  });
}
