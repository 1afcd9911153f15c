import type { Deps } from '../deps';
import { endAbandoned, forgetAddresses, repeatRefunds } from '../tips/sweeps/end-abandoned';
import { eraseTexts } from '../tips/sweeps/erase-texts';
import { followLinks } from '../links/follow-links';
import { followOpenTips } from '../tips/sweeps/follow-open-tips';
import { goLive } from '../tips/sweeps/go-live';
import { reconcile } from '../tips/sweeps/reconcile';
import { beat, endedWell, watchJobs, type WatchedJob } from './heartbeats';
import type { SweepResult } from './sweep';
import { sweepGuests } from '../accounts/sweep-guests';
import { closeReports } from '../reports/close-reports';
import { sweepPictures } from '../profiles/sweep-pictures';
import { sweepUploads } from '../profiles/sweep-uploads';

/** The three schedules. Cloud Functions, the local timers and people start them the same way. */
export const sweepPlan = {
  'every-5-minutes': { everyMs: 5 * 60_000, schedule: 'every 5 minutes' },
  hourly: { everyMs: 60 * 60_000, schedule: 'every 60 minutes' },
  daily: { everyMs: 24 * 60 * 60_000, schedule: 'every 24 hours' },
} as const;
export type SweepName = keyof typeof sweepPlan;

type Sweep = (deps: Deps) => Promise<SweepResult | readonly SweepResult[]>;

/** In this order. The names are those of the log, for a sweep that fails before it can log its own name. */
const sweepsOf: Readonly<Record<SweepName, Readonly<Record<string, Sweep>>>> = {
  'every-5-minutes': { 'follow-open-tips': followOpenTips, 'go-live': goLive },
  hourly: {
    'end-abandoned': endAbandoned,
    'repeat-refunds': repeatRefunds,
    'forget-addresses': forgetAddresses,
    'follow-links': followLinks,
  },
  daily: {
    reconcile,
    'erase-texts': eraseTexts,
    'sweep-uploads': sweepUploads,
    'sweep-pictures': sweepPictures,
    'sweep-guests': sweepGuests,
    'close-reports': closeReports,
  },
};

/** Every job of every schedule. Each has its own heartbeat. */
export const watchedJobs: readonly WatchedJob[] = Object.entries(sweepsOf).flatMap(([schedule, jobs]) =>
  Object.keys(jobs).map((name) => ({ name, everyMs: sweepPlan[schedule as SweepName].everyMs })),
);

async function runJob(deps: Deps, job: WatchedJob, work: Sweep): Promise<readonly SweepResult[]> {
  const began = deps.clock.now();
  const results = [await work(deps)].flat();
  if (endedWell(results)) await beat(deps, job, deps.clock.now() - began);
  return results;
}

/** Runs the sweeps of a schedule one after the other. A failed sweep is logged, has no result, and does not stop the later ones. */
export async function runSweep(deps: Deps, name: SweepName): Promise<readonly SweepResult[]> {
  const results: SweepResult[] = [];
  const { everyMs } = sweepPlan[name];
  for (const [sweep, work] of Object.entries(sweepsOf[name])) {
    try {
      results.push(...(await runJob(deps, { name: sweep, everyMs }, work)));
    } catch (error) {
      deps.log.sweepFailed({ sweep, missed: 0, error });
    }
  }
  // The most frequent schedule notices jobs of the others that have never run.
  if (name === 'every-5-minutes') await watch(deps, 'missing');
  return results;
}

async function watch(deps: Deps, which: 'missing' | 'all'): Promise<void> {
  await watchJobs(deps, watchedJobs, which).catch((error: unknown) =>
    deps.log.sweepFailed({ sweep: 'watch-jobs', missed: 0, error }),
  );
}

/** Runs the schedules as timers of this process. Returns a function that stops them. */
export async function startSweepTimers(deps: Deps): Promise<() => void> {
  // The time in which the process was switched off does not count as late.
  await watch(deps, 'all');
  const timers = Object.entries(sweepPlan).map(([name, { everyMs }]) => {
    const timer = setInterval(() => {
      runSweep(deps, name as SweepName).catch((error: unknown) =>
        deps.log.sweepFailed({ sweep: name, missed: 0, error }),
      );
    }, everyMs);
    // A waiting timer must not keep the process alive.
    timer.unref();
    return timer;
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
