import type { Job, JobId, JobProgress } from '@busker/core/jobs/job-document';
import type { Deps } from '../deps';
import { stored } from '../store/store';
import {
  ended,
  failed,
  isDue,
  isSpent,
  kept,
  leaseMs,
  saved,
  sliceMs,
  taken,
  type JobEnd,
} from './task-queue';

/** One slice of a job, for its work function. */
export interface JobRun {
  readonly key: string;
  readonly input: string | null;
  /** Where the slice begins: the last cursor that was saved in this round. null = the round begins. */
  readonly cursor: string | null;
  readonly progress: JobProgress;
  /** Stores how far the work came, after each page, and keeps the lease. Throws when another runner has the job: then stop. */
  save(cursor: string | null, progress?: JobProgress): Promise<void>;
  /** The time of the slice is over: save, and return `more`. */
  isOver(): boolean;
}

/** Does a slice of a job. It must be safe to repeat from the last cursor that was saved, for it may end at any point. */
export type JobWork = (deps: Deps, run: JobRun) => Promise<JobEnd>;

/** `looks` has many short jobs that call Stripe, `sweeps` what runs every few minutes or every hour; `work` has few long ones. */
export type JobQueue = 'looks' | 'sweeps' | 'work';

export interface JobPlan {
  readonly queue: JobQueue;
  /** Milliseconds from one round to the next, and the longest wait after a failure. */
  readonly everyMs?: number;
  readonly work: JobWork;
  /** Whether the process is about to end: then a slice ends after its page, and another process goes on. */
  readonly isEnding?: () => boolean;
}

/** Another runner has the job, because this one took too long. */
class LeaseLost extends Error {
  constructor(id: JobId) {
    super(`${id} has another runner`);
    this.name = 'LeaseLost';
  }
}

/** The end of a task. `idle`: there was nothing to do, for the job is not due, or another runner has it. `lost`: another runner took over. */
export type RunEnd = 'idle' | 'lost' | Job['state'];

/** Stores the next state of a job of this holder. Throws LeaseLost when the job is not theirs any more. */
function step(deps: Deps, id: JobId, holder: string, next: (job: Job, now: number) => Job): Promise<Job> {
  return deps.store.transaction(async (tx) => {
    const job = await tx.read(stored.job(id));
    if (job?.lease?.holder !== holder) throw new LeaseLost(id);
    const after = next(job, deps.clock.now());
    tx.write(stored.job(id), after);
    return after;
  });
}

const atMostMs = ({ everyMs }: JobPlan): number => everyMs ?? Infinity;

/** Takes the lease. Undefined when there is nothing to do. */
function take(deps: Deps, id: JobId, holder: string, plan: JobPlan): Promise<Job | undefined> {
  return deps.store.transaction(async (tx) => {
    const job = await tx.read(stored.job(id));
    const now = deps.clock.now();
    if (job === undefined || !isDue(job, now)) return undefined;
    const after = isSpent(job)
      ? failed(job, { code: 'killed', atMostMs: atMostMs(plan) }, now)
      : taken(job, holder, now);
    tx.write(stored.job(id), after);
    return after;
  });
}

function runOf(deps: Deps, id: JobId, holder: string, job: Job, plan: JobPlan): JobRun {
  const began = deps.clock.now();
  let { progress } = job;
  return {
    key: job.key,
    input: job.input,
    cursor: job.cursor,
    progress,
    async save(cursor, next = progress) {
      progress = next;
      await step(deps, id, holder, (before, now) => saved(before, cursor, next, now));
    },
    isOver: () => deps.clock.now() - began >= sliceMs || plan.isEnding?.() === true,
  };
}

const codeOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

async function slice(deps: Deps, id: JobId, job: Job, holder: string, plan: JobPlan): Promise<Job> {
  // Work that saves no pages would lose its lease.
  const keeping = setInterval(() => {
    step(deps, id, holder, kept).catch(() => undefined);
  }, leaseMs / 3);
  try {
    const end = await plan.work(deps, runOf(deps, id, holder, job, plan));
    return await step(deps, id, holder, (before, now) => ended(before, end, now));
  } finally {
    clearInterval(keeping);
  }
}

async function sliceOrFailure(...given: Parameters<typeof slice>): Promise<Job> {
  const [deps, id, , holder, plan] = given;
  try {
    return await slice(...given);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    const failure = { code: codeOf(error), atMostMs: atMostMs(plan) };
    const after = await step(deps, id, holder, (before, now) => failed(before, failure, now));
    deps.log.jobFailed({ job: id, attempts: after.attempts, error });
    return after;
  }
}

/**
 * Does one slice of a job, if it is due and nobody else works on it: takes the lease, works, stores the end, and enqueues what is left. A failure of
 * the work is stored and logged. Throws only when the store does not answer; then the lease ends by itself, and `tick` finds the job.
 */
export async function runJob(deps: Deps, id: JobId, plan: JobPlan): Promise<RunEnd> {
  const holder = deps.ids.fresh();
  const job = await take(deps, id, holder, plan);
  if (job === undefined) return 'idle';
  try {
    const after = job.state === 'running' ? await sliceOrFailure(deps, id, job, holder, plan) : job;
    if (after.state === 'dead') deps.log.jobDead({ job: id, code: after.errorCode ?? 'unknown' });
    else if (after.state === 'due') await deps.jobQueue.enqueue(id, after.dueAt);
    return after.state;
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    throw error;
  }
}
