import type { JobId, JobKind } from '../../core/documents/job-document';
import type { Writes } from '../store/store';

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
  /** Stores the wish, then rings. A job that waits keeps the earlier time of both; after a failure it waits until its next try. */
  want(kind: JobKind, key: string, options?: WantOptions): Promise<JobId>;
  /**
   * The same as a part of a commit or a transaction, without reading: the time of the latest wish counts. The caller rings when the writes have
   * landed. A lost ring costs at most five minutes, until `tick` finds the job.
   */
  wantIn(writes: Writes, kind: JobKind, key: string, options?: WantOptions): JobId;
}

/** Says that a job may be due at a time (epoch milliseconds). It never fails: a ring may be lost, late or doubled. */
export interface Bell {
  ring(job: JobId, at: number): Promise<void>;
}

/** Milliseconds. A bell need not ring for a job that is due later than this: `tick` finds it. */
export const ringsAhead = 15 * 60_000;
