import { jobKinds, type JobKind } from '../../core/documents/job-document';
import { accountSweeps } from '../accounts/start-deletion';
import { checkoutSweeps } from '../checkout/follow-open-tips';
import { eventSweeps } from '../counting/roll-up';
import { exportSweeps } from '../exports/export-work';
import { linkSweeps } from '../links/follow-links';
import { monthlySweeps } from '../monthly/jobs';
import { outboxSweeps } from '../outbox/jobs';
import { profileSweeps } from '../profiles/jobs';
import { reportSweeps } from '../reports/reports';
import { retentionSweeps } from '../retention/jobs';
import { tipSweeps } from '../reconcile/jobs';

export { recurringKey, sweepPeriods, type SweepName } from '../queue/sweep';

/** Every sweep that repeats itself, as each room lists its own. Each is a job of its own with the key `recurringKey`, and none waits for another. */
export const recurringJobs = {
  ...checkoutSweeps,
  ...monthlySweeps,
  ...tipSweeps,
  ...eventSweeps,
  ...linkSweeps,
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
