import { collections } from '../../core/documents/documents';
import { decodeJob } from '../../core/documents/job-document';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';
import { watchJobs } from './heartbeats';
import { JobTurns } from './job-turns';
import { queueOfJob } from './job-works';
import { runJob } from './run-job';
import { tick, watchedJobs } from './tick';
import type { TimerBell } from './timer-bell';

const tickEveryMs = 5 * 60_000;

/** The process is the only one, so a lease is of a process that ended: its jobs go on at once. */
async function freeLeases({ store, clock }: Deps): Promise<void> {
  const now = clock.now();
  const held = await store.find(
    { from: collections.jobs, where: [['lease.until', '>', new Date(now)]], limit: 500 },
    (data) => readable(collections.jobs, decodeJob(data)),
  );
  if (held.length === 0) return;
  await store.commit([], (writes) => {
    for (const { value } of held)
      writes.write(stored.job(`${value.kind}-${value.key}`), { ...value, lease: null, dueAt: now });
  });
}

/** Runs `tick` and the jobs by timers of this process, without Cloud Scheduler and Cloud Tasks. Returns a function that stops them. */
export async function startTimers(deps: Deps, bell: TimerBell): Promise<() => void> {
  const turns = new JobTurns(queueOfJob, async (job) => {
    await runJob(deps, job).catch((error: unknown) => deps.log.jobFailed({ job, attempts: 0, error }));
  });
  bell.start((job) => turns.add(job));
  const failed = (error: unknown) => deps.log.sweepFailed({ sweep: 'tick', missed: 0, error });
  const tickNow = () => tick(deps).catch(failed);
  // The time in which the process was switched off does not count as late.
  await watchJobs(deps, watchedJobs, 'all').catch(failed);
  await freeLeases(deps).catch(failed);
  await tickNow();
  const timer = setInterval(() => void tickNow(), tickEveryMs);
  // A waiting timer must not keep the process alive.
  timer.unref();
  return () => {
    clearInterval(timer);
    bell.stop();
  };
}
