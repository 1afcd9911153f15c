import { onSchedule } from 'firebase-functions/scheduler';
import { parseConfig } from './config';
import { liveDeps } from './live-deps';
import { runSweep, sweepPlan, type SweepName } from './jobs/run-sweep';

const secrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'BUSKER_SECRET'];

/** One schedule of Cloud Scheduler. A run does not start while the previous one is running. */
function sweep(name: SweepName) {
  const options = { schedule: sweepPlan[name].schedule, secrets, timeoutSeconds: 540, maxInstances: 1 };
  return onSchedule(options, async () => {
    await runSweep(liveDeps(parseConfig(process.env)), name);
  });
}

export const followtips = sweep('every-5-minutes');
export const endabandoned = sweep('hourly');
export const reconciledaily = sweep('daily');
