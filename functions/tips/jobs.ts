import type { JobKind } from '../../core/documents/job-document';
import type { JobPlan } from '../queue/job-work';
import { each, type Recurring } from '../queue/sweep';
import { followUnsettled } from './looks/follow-unsettled';
import { reconcile } from './looks/look-at-due';
import { lookForSheet } from './looks/look-for-sheet';
import { endAbandoned, repeatRefunds } from './sweeps/end-abandoned';
import { goLive } from './sweeps/go-live';
import { upgradeTips } from './sweeps/upgrade-tips';

/** What keeps the stored tips equal to Stripe's payments when no event tells. */
export const tipSweeps = {
  'go-live': each('every-5-minutes', goLive),
  'end-abandoned': each('hourly', endAbandoned),
  'repeat-refunds': each('hourly', repeatRefunds),
  // Each account is a job of its own: they are many, and short.
  reconcile: { ...each('hourly', reconcile), queue: 'looks' },
  'follow-unsettled': each('daily', followUnsettled),
} satisfies Partial<Record<JobKind, Recurring>>;

export const tipJobs = {
  'upgrade-tips': { queue: 'work', work: upgradeTips },
  look: { queue: 'looks', work: lookForSheet },
} satisfies Partial<Record<JobKind, JobPlan>>;
