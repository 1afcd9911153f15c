import { collections } from '@busker/core/documents/documents';
import { jobDocument, type JobId } from '@busker/core/jobs/job-document';
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
import { enqueueDue, queueOfJob, runAnyJob, tick, watchedJobs } from './recurring-jobs';

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
  private readonly running: Readonly<Record<JobQueue, Set<Promise<void>>>> = {
    looks: new Set(),
    sweeps: new Set(),
    work: new Set(),
  };

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

  /** Begins nothing more; resolves when what runs has ended. The store has what waited. */
  async end(): Promise<void> {
    for (const waiting of Object.values(this.waiting)) waiting.clear();
    await Promise.all(Object.values(this.running).flatMap((runs) => [...runs]));
  }

  private next(queue: JobQueue): void {
    const [job] = this.waiting[queue];
    const runs = this.running[queue];
    if (job === undefined || runs.size >= atOnce[queue]) return;
    this.waiting[queue].delete(job);
    const run = this.run(job).finally(() => {
      runs.delete(run);
      this.next(queue);
    });
    runs.add(run);
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

/** Other processes run jobs of the same store. */
export interface BesideOthers {
  /** Milliseconds between two looks for jobs that another process wanted, or began and did not end. */
  readonly lookEveryMs: number;
}

/** Whether some process ran `tick` lately, so that several do not all read the same documents. A clock that was ahead must not stop it for as long. */
async function tickedLately({ store, clock }: Deps): Promise<boolean> {
  const last = (await store.read(stored.heartbeat('tick')))?.lastOkAt ?? 0;
  return Math.abs(clock.now() - last) < tickEveryMs / 2;
}

/** Between half and one and a half times as long: processes that began together do not stay together. */
const about = (ms: number): number => ms * (0.5 + Math.random());

/** Calls `work` again and again, each time about so long after it ended. Returns a function that ends it. */
function again(ms: number, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const wait = () => {
    if (ended) return;
    timer = setTimeout(() => void work().finally(wait), about(ms));
    // A waiting timer must not keep the process alive.
    timer.unref();
  };
  wait();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/**
 * Runs `tick` and the jobs by timers of this process, without Cloud Scheduler and Cloud Tasks. `others`: undefined when the process is the only one.
 * Returns a function that stops them, and resolves when the slices that run have ended.
 */
export async function startTimers(
  deps: Deps,
  queue: TimerBell,
  others?: BesideOthers,
): Promise<() => Promise<void>> {
  let isEnding = false;
  const slots = new JobSlots(queueOfJob, async (job) => {
    const began = performance.now();
    try {
      const end = await runAnyJob(deps, job, () => isEnding);
      const ms = Math.round(performance.now() - began);
      if (end !== 'idle') deps.log.jobEnded({ job, end, ms });
    } catch (error) {
      deps.log.jobFailed({ job, attempts: 0, error });
    }
  });
  queue.start((job) => slots.add(job));
  const failed = (error: unknown) => deps.log.sweepFailed({ sweep: 'tick', missed: 0, error });
  const tickNow = () => tick(deps).catch(failed);
  const stops: (() => void)[] = [() => queue.stop()];
  if (others === undefined) {
    // The time in which the process was switched off does not count as late.
    await watchJobs(deps, watchedJobs, 'all').catch(failed);
    await freeLeases(deps).catch(failed);
    await tickNow();
    const timer = setInterval(() => void tickNow(), tickEveryMs);
    // A waiting timer must not keep the process alive.
    timer.unref();
    stops.push(() => clearInterval(timer));
  } else {
    const tickInTurn = async () => {
      if (!(await tickedLately(deps))) await tick(deps);
    };
    const look = () => enqueueDue(deps, Math.random()).catch(failed);
    await tickInTurn().catch(failed);
    await look();
    stops.push(
      again(tickEveryMs, () => tickInTurn().catch(failed)),
      again(others.lookEveryMs, look),
    );
  }
  return async () => {
    isEnding = true;
    for (const stop of stops) stop();
    await slots.end();
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

/** Plans and sends by timers of this process, without Cloud Tasks and Cloud Scheduler. What an earlier process left is found at once. Returns a function that ends it, and resolves when what runs has ended. */
export function startOutbox(deps: OutboxTaskDeps, queue: TimerQueue<OutboxTask>): () => Promise<void> {
  const waiting: OutboxTask[] = [];
  const running = new Map<OutboxTask, Promise<void>>();
  const hasRoom = (task: OutboxTask) =>
    [...running.keys()].filter((other) => ownerOf(other) === ownerOf(task)).length < atOnceOfOwner;
  const next = () => {
    if (running.size >= tasksAtOnce) return;
    const at = waiting.findIndex(hasRoom);
    const [task] = at === -1 ? [] : waiting.splice(at, 1);
    if (task === undefined) return;
    const run = runOutboxTask(deps, task)
      .catch((error: unknown) => deps.log.outboxRingLost({ ring: task.kind, error }))
      .finally(() => {
        running.delete(task);
        next();
      });
    running.set(task, run);
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
  return async () => {
    clearInterval(timer);
    queue.stop();
    waiting.length = 0;
    await Promise.all(running.values());
  };
}
