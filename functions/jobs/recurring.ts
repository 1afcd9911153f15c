import type { Deps } from '../deps';
import { beat, endedWell } from './heartbeats';
import type { JobPlan } from './job-work';
import type { SweepResult } from './sweep';

export type Sweep = (deps: Deps) => Promise<SweepResult | readonly SweepResult[]>;

/** A sweep as a job that repeats itself: one slice, a heartbeat when it ended well, and the next round after `everyMs` milliseconds. */
export const recurring = (name: string, everyMs: number, sweep: Sweep): JobPlan => ({
  queue: 'work',
  work: async (deps) => {
    const began = deps.clock.now();
    try {
      const results = [await sweep(deps)].flat();
      if (endedWell(results)) await beat(deps, { name, everyMs }, deps.clock.now() - began);
    } catch (error) {
      deps.log.sweepFailed({ sweep: name, missed: 0, error });
      throw error;
    }
    return { againAt: deps.clock.now() + everyMs };
  },
});
