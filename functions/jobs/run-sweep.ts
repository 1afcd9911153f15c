import type { Deps } from '../deps';
import { unreachable } from '../../core/base/result';
import { endAbandoned, forgetAddresses, repeatRefunds } from '../tips/sweeps/end-abandoned';
import { eraseTexts } from '../tips/sweeps/erase-texts';
import { followLinks } from '../links/follow-links';
import { followOpenTips } from '../tips/sweeps/follow-open-tips';
import { goLive } from '../tips/sweeps/go-live';
import { reconcile } from '../tips/sweeps/reconcile';
import type { SweepResult } from './sweep';
import { sweepGuests } from '../accounts/sweep-guests';
import { sweepPictures } from '../profiles/sweep-pictures';
import { sweepUploads } from '../profiles/sweep-uploads';

/** The three schedules. Cloud Functions and the local timers call the same thing, and so may a person. */
export const sweepPlan = {
  'every-5-minutes': { everyMs: 5 * 60_000, schedule: 'every 5 minutes' },
  hourly: { everyMs: 60 * 60_000, schedule: 'every 60 minutes' },
  daily: { everyMs: 24 * 60 * 60_000, schedule: 'every 24 hours' },
} as const;
export type SweepName = keyof typeof sweepPlan;

export async function runSweep(deps: Deps, name: SweepName): Promise<readonly SweepResult[]> {
  switch (name) {
    case 'every-5-minutes':
      return [await followOpenTips(deps), ...(await goLive(deps))];
    case 'hourly':
      return [
        await endAbandoned(deps),
        await repeatRefunds(deps),
        await forgetAddresses(deps),
        await followLinks(deps),
      ];
    case 'daily':
      return [
        await reconcile(deps),
        await eraseTexts(deps),
        await sweepUploads(deps),
        await sweepPictures(deps),
        await sweepGuests(deps),
      ];
    default:
      return unreachable(name);
  }
}

/** The schedules as timers of this process. Answers how to stop them. */
export function startSweepTimers(deps: Deps): () => void {
  const timers = Object.entries(sweepPlan).map(([name, { everyMs }]) => {
    const timer = setInterval(() => {
      runSweep(deps, name as SweepName).catch((error: unknown) =>
        deps.log.sweepFailed({ sweep: name, missed: 0, error }),
      );
    }, everyMs);
    // A waiting sweep keeps no process alive.
    timer.unref();
    return timer;
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
