import type { Deps } from '../deps';
import { beat, endedWell } from './heartbeats';
import type { JobPlan, JobQueue, JobRun } from './job-work';
import type { SweepResult } from './sweep';

/** `more`: it saved its cursor and goes on in another slice. */
export type Sweep = (deps: Deps, run: JobRun) => Promise<SweepResult | readonly SweepResult[] | 'more'>;

/** A sweep that repeats itself. */
export interface Recurring {
  /** Milliseconds from one run to the next. */
  readonly everyMs: number;
  readonly sweep: Sweep;
  /** Where its job waits. */
  readonly queue: JobQueue;
}

/** One slice of a sweep. A heartbeat follows when its round ended well; a sweep that throws is logged under its name. */
export async function sweepSlice(
  deps: Deps,
  name: string,
  { everyMs, sweep }: Recurring,
  run: JobRun,
): Promise<readonly SweepResult[] | 'more'> {
  const began = deps.clock.now();
  try {
    const end = await sweep(deps, run);
    if (end === 'more') return end;
    const results = [end].flat();
    if (endedWell(results)) await beat(deps, { name, everyMs }, deps.clock.now() - began);
    return results;
  } catch (error) {
    deps.log.sweepFailed({ sweep: name, missed: 0, error });
    throw error;
  }
}

/** A sweep as a job: its next round begins `everyMs` after the end of this one. */
export const recurringPlan = (name: string, recurring: Recurring): JobPlan => ({
  queue: recurring.queue,
  everyMs: recurring.everyMs,
  work: async (deps, run) => {
    const end = await sweepSlice(deps, name, recurring, run);
    return end === 'more' ? end : { againAt: deps.clock.now() + recurring.everyMs };
  },
});
