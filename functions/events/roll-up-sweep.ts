import type { Deps } from '../deps';
import type { JobRun } from '../queue/job-work';
import type { SweepResult } from '../queue/sweep';
import { stored } from '../store/stored';
import { rollUp } from './roll-up';

/** The job runs every five minutes, a moment earlier or later. */
const slackMs = 150_000;

/** The last roll-up is not as long ago as the host wants it to be. */
async function isEarly({ store, clock, config }: Deps): Promise<boolean> {
  const { rollUpMs } = config.counting;
  if (rollUpMs === 0) return false;
  const counted = await store.read(stored.counted());
  return counted !== undefined && clock.now() - counted.untilAt < rollUpMs - slackMs;
}

/** The job `roll-up`: adds the waiting batches to the owners' days, in as many slices as it needs. */
export async function rollUpSweep(deps: Deps, run: Pick<JobRun, 'isOver'>): Promise<SweepResult | 'more'> {
  let batches = 0;
  const count = (more: number) => void (batches += more);
  if (!(await isEarly(deps)) && (await rollUp(deps, () => run.isOver(), count)) === 'more') return 'more';
  return { sweep: 'roll-up', checked: batches, changed: batches, missed: 0 };
}
