import { collections, millisOf } from '@busker/core/documents/documents';
import {
  encodeWish,
  endedJobLifetime,
  isJobId,
  jobIdOf,
  maxJobInput,
  type Job,
  type JobId,
  type JobKind,
  type JobProgress,
} from '@busker/core/jobs/job-document';
import type { Clock } from '../clock';
import { stored, type Store, type Writes } from '../store/store';

/**
 * Asks that a task is run at `at` (epoch milliseconds) or later: at least once, perhaps twice, perhaps late, perhaps never. The documents are the truth,
 * and a schedule finds work without a task. A lost task is logged, and never an error.
 */
export interface TaskQueue<Task> {
  enqueue(task: Task, at: number): Promise<void>;
}

/** For a process that only writes what is to be done, such as a command: the server's schedule finds it. */
export const silentQueue: TaskQueue<unknown> = { enqueue: () => Promise.resolve() };

/** Runs tasks by timers of this process, for a server without Cloud Tasks. It takes nothing before `start` and nothing after `stop`. */
export class TimerQueue<Task> implements TaskQueue<Task> {
  private run: ((task: Task) => void) | null = null;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly clock: Clock,
    /** Milliseconds. What is due later is left to the schedule. */
    private readonly mostAheadMs: number,
  ) {}

  enqueue(task: Task, at: number): Promise<void> {
    const wait = at - this.clock.now();
    const { run } = this;
    if (run === null || wait > this.mostAheadMs) return Promise.resolve();
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        run(task);
      },
      Math.max(0, wait),
    );
    // A waiting timer must not keep the process alive.
    timer.unref();
    this.timers.add(timer);
    return Promise.resolve();
  }

  start(run: (task: Task) => void): void {
    this.run = run;
  }

  stop(): void {
    this.run = null;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}

/** `more`: the round goes on in another slice, now. `againAt`: the round is over, and the next one begins at this time (epoch milliseconds). */
export type JobEnd = 'more' | 'done' | { readonly againAt: number };

const minute = 60_000;

/** Milliseconds of work in one slice. */
export const sliceMs = 4 * minute;
/** Milliseconds for which a runner has the job. It is longer than a slice, so that the last page has time to end. */
export const leaseMs = 6 * minute;
/** After this many failed slices in a row a job is dead. */
const maxAttempts = 10;
/** Milliseconds by which the clocks of two machines may differ. */
const clockSkew = 1000;

/** Milliseconds until the next try: 1 minute after the first failure, twice as long after each further one, at most 6 hours. */
const backOffMs = (attempts: number): number => Math.min(2 ** (attempts - 1), 6 * 60) * minute;

const freshProgress: JobProgress = { done: 0, total: null };

/** A job that was never wanted before. */
const newJob = (kind: JobKind, key: string, wanted: Job['wanted']): Job => ({
  v: 1,
  kind,
  key,
  state: 'due',
  dueAt: wanted.dueAt,
  lease: null,
  cursor: null,
  progress: freshProgress,
  attempts: 0,
  errorCode: null,
  input: wanted.input,
  expiresAt: null,
  wants: 1,
  covered: 0,
  wanted,
});

function dueAfterWish({ state, attempts, dueAt }: Job, wanted: Job['wanted']): number {
  if (state === 'done' || state === 'dead') return wanted.dueAt;
  // When a running job ends, its wishes decide. A job that failed waits for its next try.
  if (state === 'running' || attempts > 0) return dueAt;
  return Math.min(dueAt, wanted.dueAt);
}

const wantedAgain = (job: Job, wanted: Job['wanted']): Job => ({
  ...job,
  state: job.state === 'running' ? 'running' : 'due',
  dueAt: dueAfterWish(job, wanted),
  expiresAt: null,
  wants: job.wants + 1,
  wanted,
});

export const hasLease = ({ lease }: Job, now: number): boolean => lease !== null && lease.until > now;

export const isDue = (job: Job, now: number): boolean =>
  (job.state === 'due' || job.state === 'running') && job.dueAt <= now + clockSkew && !hasLease(job, now);

/** Whether the runner of each try ended without storing an end: its process was killed, or had too little memory. */
export const isSpent = ({ state, attempts }: Job): boolean => state === 'running' && attempts >= maxAttempts;

/** The job of a runner that begins a slice. */
export function taken(job: Job, holder: string, now: number): Job {
  const revived = job.attempts >= maxAttempts;
  const begins = job.cursor === null || revived;
  const round = begins
    ? { cursor: null, progress: freshProgress, input: job.wanted.input, covered: job.wants }
    : {};
  const until = now + leaseMs;
  return {
    ...job,
    ...round,
    state: 'running',
    attempts: (revived ? 0 : job.attempts) + 1,
    lease: { holder, until },
    dueAt: until,
  };
}

/** The job of a runner that is still at work. */
export const kept = (job: Job, now: number): Job => ({
  ...job,
  state: 'running',
  lease: job.lease && { ...job.lease, until: now + leaseMs },
  dueAt: now + leaseMs,
});

/** The job after a page. A slice that came further than the one before counts as a first attempt. */
export const saved = (job: Job, cursor: string | null, progress: JobProgress, now: number): Job => ({
  ...kept(job, now),
  cursor,
  progress,
  attempts: cursor === job.cursor ? job.attempts : 1,
});

const nextRound = (job: Job, dueAt: number): Job => ({ ...job, state: 'due', dueAt, cursor: null });

/** A job that a person starts again, where it stopped. */
export const retried = (job: Job, now: number): Job => ({
  ...job,
  state: 'due',
  dueAt: now,
  lease: null,
  attempts: 0,
  expiresAt: null,
});

/** The job after a slice that ended well. */
export function ended(job: Job, end: JobEnd, now: number): Job {
  const free: Job = { ...job, lease: null, attempts: 0, errorCode: null };
  if (end === 'more') return { ...free, state: 'due', dueAt: now };
  const wishes = job.wants > job.covered ? [job.wanted.dueAt] : [];
  const next = Math.min(...wishes, ...(end === 'done' ? [] : [end.againAt]));
  if (next !== Infinity) return nextRound(free, next);
  return { ...free, state: 'done', dueAt: now, cursor: null, expiresAt: now + endedJobLifetime };
}

/** A slice that failed. `atMostMs`: the longest wait until the next try, for work that repeats itself. */
interface Failure {
  readonly code: string;
  readonly atMostMs: number;
}

/** The job after a slice that failed. A job that was wanted meanwhile does not die: the wish gets tries of its own. */
export function failed(job: Job, { code, atMostMs }: Failure, now: number): Job {
  const free: Job = { ...job, lease: null, errorCode: code };
  if (job.attempts < maxAttempts)
    return { ...free, state: 'due', dueAt: now + Math.min(backOffMs(job.attempts), atMostMs) };
  if (job.wants > job.covered) return { ...free, state: 'due', dueAt: job.wanted.dueAt };
  return { ...free, state: 'dead', dueAt: now, expiresAt: now + endedJobLifetime };
}

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

interface DueJob {
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
