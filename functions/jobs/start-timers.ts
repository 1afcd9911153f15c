import { collections } from '../../core/documents/documents';
import { jobDocument, type JobId } from '../../core/jobs/job-document';
import type { Clock } from '../clock';
import { collect, type CollectDeps } from '../deliveries/collect';
import { deliver } from '../deliveries/deliver';
import type { Deps } from '../deps';
import { sendLetter, type LetterDeps } from '../mail/send-letter';
import type { OutboxTask } from '../outbox/outbox-task';
import { relay } from '../outbox/relay';
import { sweepOutbox, usualAges } from '../outbox/sweep-outbox';
import type { JobQueue } from '../queue/job-work';
import { watchJobs } from '../queue/sweep';
import { TimerQueue, jobsAheadMs } from '../queue/task-queue';
import { readable, stored } from '../store/store';
import { notifyWatcher, type WatchDeps } from '../reply-watch/fan-watch';
import { queueOfJob, runAnyJob, tick, watchedJobs } from './recurring-jobs';

// Programs outside of this repository import both by these names.
export { silentQueue as silentBell } from '../queue/task-queue';

/** The queue of jobs by timers of this process. */
export class TimerBell extends TimerQueue<JobId> {
  constructor(clock: Clock) {
    super(clock, jobsAheadMs);
  }
}

/** The same numbers as in Cloud Tasks (functions/function-options.ts). */
const atOnce: Readonly<Record<JobQueue, number>> = { looks: 5, sweeps: 3, work: 4 };

/** Runs jobs of this process in turn, a few of each queue at once. A job that waits already is not added again. */
export class JobSlots {
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
    (data) => readable(collections.jobs, jobDocument.decode(data)),
  );
  if (held.length === 0) return;
  await store.commit([], (writes) => {
    for (const { value } of held)
      writes.write(stored.job(`${value.kind}-${value.key}`), { ...value, lease: null, dueAt: now });
  });
}

/** Runs `tick` and the jobs by timers of this process, without Cloud Scheduler and Cloud Tasks. Returns a function that stops them. */
export async function startTimers(deps: Deps, queue: TimerBell): Promise<() => void> {
  const slots = new JobSlots(queueOfJob, async (job) => {
    await runAnyJob(deps, job).catch((error: unknown) => deps.log.jobFailed({ job, attempts: 0, error }));
  });
  queue.start((job) => slots.add(job));
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

type OutboxTaskDeps = CollectDeps & WatchDeps & LetterDeps;

/** Does what a task asks for, if it is still to be done. It throws only when the store does not answer, or a document cannot be read. */
export function runOutboxTask(deps: OutboxTaskDeps, task: OutboxTask): Promise<void> {
  switch (task.kind) {
    case 'relay':
      return relay(deps, task.uid, task.eventId);
    case 'deliver':
      return deliver(deps, task.uid, task.deliveryId, 'quick');
    case 'deliver-slowly':
      return deliver(deps, task.uid, task.deliveryId, 'slow');
    case 'collect':
      return collect(deps, task.uid, task.channelId);
    case 'watch':
      return notifyWatcher(deps, task.tipId);
    case 'letter':
      return sendLetter(deps, task.id);
  }
}

const sweepEveryMs = 60_000;

/** At most so many tasks are answered at the same time: each may wait for a slow receiver. */
const tasksAtOnce = 20;

/** The most at once of one owner, so that a slow receiver does not delay other owners. */
const atOnceOfOwner = 5;

/** The owner, the fan of a tip, or the recipient of a letter that a task is for. */
const ownerOf = (task: OutboxTask): string =>
  'uid' in task ? task.uid : task.kind === 'watch' ? task.tipId : task.id;

/** Plans and sends by timers of this process, without Cloud Tasks and Cloud Scheduler. What an earlier process left is found at once. Returns a function that ends it. */
export function startOutbox(deps: OutboxTaskDeps, queue: TimerQueue<OutboxTask>): () => void {
  const waiting: OutboxTask[] = [];
  const running: OutboxTask[] = [];
  const hasRoom = (task: OutboxTask) =>
    running.filter((other) => ownerOf(other) === ownerOf(task)).length < atOnceOfOwner;
  const next = () => {
    if (running.length >= tasksAtOnce) return;
    const at = waiting.findIndex(hasRoom);
    const [task] = at === -1 ? [] : waiting.splice(at, 1);
    if (task === undefined) return;
    running.push(task);
    void runOutboxTask(deps, task)
      .catch((error: unknown) => deps.log.outboxRingLost({ ring: task.kind, error }))
      .finally(() => {
        running.splice(running.indexOf(task), 1);
        next();
      });
  };
  queue.start((task) => {
    waiting.push(task);
    next();
  });
  const sweep = (ages = usualAges) =>
    void sweepOutbox(deps, (found) => runOutboxTask(deps, found), ages).catch((error: unknown) =>
      deps.log.sweepFailed({ sweep: 'outbox', missed: 0, error }),
    );
  sweep({ events: 0, due: 0 });
  const timer = setInterval(() => sweep(), sweepEveryMs);
  // A waiting timer must not keep the process alive.
  timer.unref();
  return () => {
    clearInterval(timer);
    queue.stop();
  };
}
