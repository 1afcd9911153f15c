import { collections } from '../../core/documents/documents';
import { decodeJob, type JobId } from '../../core/documents/job-document';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';
import { watchJobs } from '../queue/sweep';
import type { JobQueue } from '../queue/job-work';
import { queueOfJob, runAnyJob } from './job-works';
import { tick, watchedJobs } from './tick';
import type { TimerBell } from './timer-bell';

/** As many at once as Cloud Tasks starts (functions/function-options.ts). */
const atOnce: Readonly<Record<JobQueue, number>> = { looks: 5, sweeps: 3, work: 4 };

/** Runs jobs of this process in turn, a few of each queue at once. A job that waits already is not added again. */
export class JobTurns {
  private readonly waiting: Readonly<Record<JobQueue, Set<JobId>>> = {
    looks: new Set(),
    sweeps: new Set(),
    work: new Set(),
  };
  private readonly running = { looks: 0, sweeps: 0, work: 0 };

  constructor(
    private readonly queueOf: (job: JobId) => JobQueue,
    /** Must not reject. */
    private readonly run: (job: JobId) => Promise<void>,
  ) {}

  add(job: JobId): void {
    const queue = this.queueOf(job);
    this.waiting[queue].add(job);
    this.next(queue);
  }

  private next(queue: JobQueue): void {
    const [job] = this.waiting[queue];
    if (job === undefined || this.running[queue] >= atOnce[queue]) return;
    this.waiting[queue].delete(job);
    this.running[queue] += 1;
    void this.run(job).finally(() => {
      this.running[queue] -= 1;
      this.next(queue);
    });
  }
}

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
export async function startTimers(deps: Deps, queue: TimerBell): Promise<() => void> {
  const turns = new JobTurns(queueOfJob, async (job) => {
    await runAnyJob(deps, job).catch((error: unknown) => deps.log.jobFailed({ job, attempts: 0, error }));
  });
  queue.start((job) => turns.add(job));
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
    queue.stop();
  };
}
