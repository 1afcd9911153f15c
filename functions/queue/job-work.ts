import type { JobProgress } from '../../core/documents/job-document';
import type { Deps } from '../deps';
import type { JobEnd } from './job-steps';

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
  /** Of work that repeats itself: milliseconds from one round to the next, and the longest wait after a failure. */
  readonly everyMs?: number;
  readonly work: JobWork;
}
