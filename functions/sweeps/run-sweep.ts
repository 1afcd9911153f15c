import type { Deps } from '../deps';
import { unreachable } from '../../core/result';
import { endAbandoned, forgetAddresses, repeatRefunds } from './end-abandoned';
import { eraseTexts } from './erase-texts';
import { followLinks } from './follow-links';
import { followOpenTips } from './follow-open-tips';
import { goLive } from './go-live';
import { reconcile } from './reconcile';
import type { SweepResult } from './sweep';
import { sweepGuests } from './sweep-guests';
import { sweepPictures } from './sweep-pictures';
import { sweepUploads } from './sweep-uploads';

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
