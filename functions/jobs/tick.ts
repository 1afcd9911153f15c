import { endedJobLifetime, jobIdOf, type Job } from '../../core/documents/job-document';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { dueJobs } from '../queue/task-queue';
import { beat, watchJobs, type WatchedJob } from '../queue/sweep';
import { outboxJob } from '../outbox/sweep-outbox';
import { recurringJobs, recurringKey, recurringKinds } from './recurring-jobs';

const tickJob: WatchedJob = { name: 'tick', everyMs: 5 * 60_000 };

/** Everything that must run again and again. Each has its own heartbeat. */
export const watchedJobs: readonly WatchedJob[] = [
  tickJob,
  outboxJob,
  ...recurringKinds.map((name) => ({ name, everyMs: recurringJobs[name].everyMs })),
];

/** Milliseconds. A job that waits longer needs a person: the queue stands still, or is far too slow. */
const waitsTooLong = 6 * 60 * 60_000;
const atOnce = 8;

/** When a sweep must be wanted so that it repeats itself; null = it does so by itself. */
function wantFrom(job: Job | undefined, everyMs: number, now: number): number | null {
  if (job === undefined) return now + everyMs;
  const endedAt = job.expiresAt === null ? null : job.expiresAt - endedJobLifetime;
  return endedAt !== null && endedAt + everyMs <= now ? now : null;
}

/** Wants the sweeps that were never wanted, and those that died a period ago. */
async function wantRecurring({ store, clock, jobs }: Deps): Promise<void> {
  const found = await store.readAll(recurringKinds.map((kind) => stored.job(jobIdOf(kind, recurringKey))));
  for (const [index, kind] of recurringKinds.entries()) {
    const dueAt = wantFrom(found[index], recurringJobs[kind].everyMs, clock.now());
    if (dueAt !== null) await jobs.want(kind, recurringKey, { dueAt });
  }
}

async function enqueueAll(deps: Deps): Promise<void> {
  const due = [...(await dueJobs(deps))];
  const now = deps.clock.now();
  const waited = now - (due[0]?.dueAt ?? now);
  if (waited > waitsTooLong) deps.log.jobsLate({ due: due.length, hours: Math.floor(waited / 3_600_000) });
  const worker = async () => {
    for (let job = due.shift(); job !== undefined; job = due.shift())
      await deps.jobQueue.enqueue(job.id, now);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/**
 * Every five minutes: enqueues the jobs whose time has come, oldest first, whose task was lost or was too far ahead. It is the only schedule. It
 * enqueues with the time of now, not with the time of the job: the queue drops a task that it had before, and that one may be lost.
 */
export async function tick(deps: Deps): Promise<void> {
  const began = deps.clock.now();
  await watchJobs(deps, watchedJobs, 'missing');
  await enqueueAll(deps);
  await wantRecurring(deps);
  await beat(deps, tickJob, deps.clock.now() - began);
}
