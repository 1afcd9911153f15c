import {
  endedJobLifetime,
  type Job,
  type JobKind,
  type JobProgress,
} from '../../core/documents/job-document';

/** `more`: the round goes on in another slice, now. `againAt`: the round is over, and the next one begins at this time (epoch milliseconds). */
export type JobEnd = 'more' | 'done' | { readonly againAt: number };

const minute = 60_000;

/** Milliseconds of work in one slice. */
export const sliceMs = 4 * minute;
/** Milliseconds for which a runner has the job. It is longer than a slice, so that the last page has time to end. */
export const leaseMs = 6 * minute;
/** After this many failed slices in a row a job is dead. */
export const maxAttempts = 10;
/** Milliseconds by which the clocks of two machines may differ. */
const clockSkew = 1000;

/** Milliseconds until the next try: 1 minute after the first failure, twice as long after each further one, at most 6 hours. */
export const backOffMs = (attempts: number): number => Math.min(2 ** (attempts - 1), 6 * 60) * minute;

const freshProgress: JobProgress = { done: 0, total: null };

/** A job that was never wanted before. */
export const newJob = (kind: JobKind, key: string, wanted: Job['wanted']): Job => ({
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

export const wantedAgain = (job: Job, wanted: Job['wanted']): Job => ({
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
export interface Failure {
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
