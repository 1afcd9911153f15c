import { onSchedule } from 'firebase-functions/scheduler';
import { parseConfig } from './config';
import { functionOptions } from './function-options';
import { liveDeps } from './live-deps';
import { runSweep, sweepPlan, type SweepName } from './jobs/run-sweep';

/** One schedule of Cloud Scheduler. A run does not start while the previous one is running. */
function sweep(name: SweepName) {
  const options = { ...functionOptions(process.env).schedule, schedule: sweepPlan[name].schedule };
  return onSchedule(options, async () => {
    await runSweep(liveDeps(parseConfig(process.env)), name);
  });
}

export const followtips = sweep('every-5-minutes');
export const endabandoned = sweep('hourly');
export const reconciledaily = sweep('daily');
