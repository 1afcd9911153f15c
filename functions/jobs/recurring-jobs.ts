import {
  endedJobLifetime,
  jobIdOf,
  jobKinds,
  kindOfJob,
  type Job,
  type JobId,
  type JobKind,
} from '@busker/core/jobs/job-document';
import { accountJobs, accountSweeps } from '../accounts/start-deletion';
import { answerJobs } from '../books/owner-tip-routes';
import { checkoutSweeps } from '../checkout/follow-open-tips';
import { domainSweeps } from '../domains/follow-domain';
import { eventSweeps } from '../view-counts/roll-up';
import type { Deps } from '../deps';
import { exportJobs, exportSweeps } from '../exports/export-work';
import { notCached, type Route } from '../http/routes';
import { linkSweeps } from '../link-checks/follow-links';
import { monthlySweeps, renamePlan } from '../monthly/jobs';
import { outboxJob } from '../outbox/sweep-outbox';
import { profileSweeps } from '../profiles/jobs';
import { runJob, type JobPlan, type JobQueue, type RunEnd } from '../queue/job-work';
import {
  beat,
  judgeHeartbeats,
  recurringKey,
  recurringPlan,
  watchJobs,
  type JudgedHeartbeat,
  type WatchedJob,
} from '../queue/sweep';
import { dueJobs } from '../queue/task-queue';
import { tipJobs, tipSweeps } from '../reconcile/jobs';
import { reportSweeps } from '../reports/reports';
import { outboxSweeps } from '../retention/channel-jobs';
import { retentionJobs, retentionSweeps } from '../retention/jobs';
import { stored } from '../store/store';

export { recurringKey, sweepPeriods, type SweepName } from '../queue/sweep';

/** Every sweep that repeats itself, as each room lists its own. Each is a job of its own with the key `recurringKey`, and none waits for another. */
export const recurringJobs = {
  ...checkoutSweeps,
  ...monthlySweeps,
  ...tipSweeps,
  ...eventSweeps,
  ...linkSweeps,
  ...domainSweeps,
  ...retentionSweeps,
  ...profileSweeps,
  ...accountSweeps,
  ...reportSweeps,
  ...exportSweeps,
  ...outboxSweeps,
};

export type RecurringKind = keyof typeof recurringJobs;

const isRecurring = (kind: JobKind): kind is RecurringKind => kind in recurringJobs;

export const recurringKinds: readonly RecurringKind[] = jobKinds.filter(isRecurring);

const recurring = Object.fromEntries(
  recurringKinds.map((kind) => [kind, recurringPlan(kind, recurringJobs[kind])]),
) as Record<RecurringKind, JobPlan>;

const jobWorks: Readonly<Record<JobKind, JobPlan>> = {
  ...recurring,
  ...retentionJobs,
  ...tipJobs,
  ...exportJobs,
  ...accountJobs,
  ...answerJobs,
  'rename-fan': renamePlan,
};

export const queueOfJob = (job: JobId): JobQueue => jobWorks[kindOfJob(job)].queue;

/** Runs one slice of a job of any kind, if it is due. */
export const runAnyJob = (deps: Deps, job: JobId, isEnding = () => false): Promise<RunEnd> =>
  runJob(deps, job, { ...jobWorks[kindOfJob(job)], isEnding });

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

/** Enqueues the jobs whose time has come, oldest first. `begin`: a place in the list, from 0 to 1; several processes that begin at different places get in each other's way less. */
export async function enqueueDue(deps: Deps, begin = 0): Promise<void> {
  const found = await dueJobs(deps);
  const now = deps.clock.now();
  const waited = now - (found[0]?.dueAt ?? now);
  if (waited > waitsTooLong) deps.log.jobsLate({ due: found.length, hours: Math.floor(waited / 3_600_000) });
  const first = Math.floor(begin * found.length);
  const due = [...found.slice(first), ...found.slice(0, first)];
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
  await enqueueDue(deps);
  await wantRecurring(deps);
  await beat(deps, tickJob, deps.clock.now() - began);
}

type ServiceState = 'ok' | 'unavailable' | 'refused';

/** The answer of `GET /ready`. */
interface Readiness {
  readonly ready: boolean;
  readonly store: ServiceState;
  /** `refused`: Stripe says that our key no longer works. */
  readonly stripe: ServiceState;
  /** Empty when the store does not answer. */
  readonly heartbeats: readonly JudgedHeartbeat[];
  /** The time of the check. Answers in the next seconds repeat its result. */
  readonly checkedAt: string;
}

/** Milliseconds within which a service must answer. */
const patience = 5000;
/** Milliseconds for which an instance repeats its answer, so that many requests cost one check. */
const keptFor = 10_000;

const tooLate = () => new Promise<never>((_resolve, reject) => setTimeout(reject, patience).unref());

async function withPatience<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, tooLate()]).catch(() => undefined);
}

/** Stripe may refuse this call to a key with few permissions. That refusal also shows that Stripe can be reached and knows the key. */
export async function stripeState({ accounts }: Pick<Deps, 'accounts'>): Promise<ServiceState> {
  const own = await withPatience(accounts.readAccount(null));
  if (own === undefined) return 'unavailable';
  if (own.ok || own.problem.kind === 'refused') return 'ok';
  if (own.problem.kind === 'gone') return 'refused';
  const { key } = own.problem;
  if (key === undefined) return 'unavailable';
  return key.why === 'invalid' ? 'refused' : 'ok';
}

async function check(deps: Deps, jobs: readonly WatchedJob[]): Promise<Readiness> {
  const [heartbeats, stripe] = await Promise.all([
    withPatience(judgeHeartbeats(deps, jobs)),
    stripeState(deps),
  ]);
  const inTime = heartbeats?.every(({ state }) => state === 'ok' || state === 'waiting') ?? false;
  return {
    ready: inTime && stripe === 'ok',
    store: heartbeats === undefined ? 'unavailable' : 'ok',
    stripe,
    heartbeats: heartbeats ?? [],
    checkedAt: new Date(deps.clock.now()).toISOString(),
  };
}

/** A check that runs at most once in an interval, however often it is called. */
function readinessOf(deps: Deps, jobs: readonly WatchedJob[]): () => Promise<Readiness> {
  let last: { readonly at: number; readonly answer: Promise<Readiness> } | null = null;
  return () => {
    const now = deps.clock.now();
    if (last === null || now - last.at >= keptFor) last = { at: now, answer: check(deps, jobs) };
    return last.answer;
  };
}

/** Cloud Run reserves some paths that end with z (cloud.google.com/run/docs/known-issues), so checks of the service request `/ready`. */
const readyPaths = ['/ready', '/readyz'];

/** `GET /ready`: whether the database and Stripe answer and the schedules run. `/health` says only that the function runs. */
export function readinessRoutes(deps: Deps): readonly Route[] {
  const readiness = readinessOf(deps, watchedJobs);
  return readyPaths.map((path): Route => ({
    path,
    cors: 'none',
    on: {
      GET: async (c) => {
        const found = await readiness();
        c.header('Cache-Control', notCached);
        return c.json(found, found.ready ? 200 : 503);
      },
    },
  }));
}
