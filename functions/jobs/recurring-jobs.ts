import { jobKinds, type JobKind } from '../../core/documents/job-document';
import { sweepConsents } from '../accounts/sweep-consents';
import { sweepGuests } from '../accounts/sweep-guests';
import { rollUpSweep } from '../events/roll-up-sweep';
import { sweepExports } from '../exports/sweep-exports';
import { followLinks } from '../links/follow-links';
import { endDisabled } from '../outbox/end-disabled';
import { sealChannels } from '../outbox/seal-channels';
import { sweepPictures } from '../profiles/sweep-pictures';
import { sweepUploads } from '../profiles/sweep-uploads';
import { compareCards } from '../profiles/cards/compare-cards';
import { followMonthlies } from '../monthly/follow-monthlies';
import { healMonthlies } from '../monthly/heal-monthlies';
import { closeReports } from '../reports/close-reports';
import { watchWaiting } from '../reports/watch-waiting';
import { endAbandoned, repeatRefunds } from '../tips/sweeps/end-abandoned';
import { eraseTexts } from '../retention/erase-texts';
import { followOpenTips } from '../checkout/follow-open-tips';
import { goLive } from '../tips/sweeps/go-live';
import { followUnsettled } from '../tips/looks/follow-unsettled';
import { reconcile } from '../tips/looks/look-at-due';
import { each, type Recurring } from '../queue/sweep';

export { recurringKey, sweepPeriods, type SweepName } from '../queue/sweep';

/** Every sweep that repeats itself. Each is a job of its own with the key `recurringKey`, and none waits for another. */
export const recurringJobs = {
  'follow-open-tips': each('every-5-minutes', followOpenTips),
  'follow-monthlies': each('every-5-minutes', followMonthlies),
  'go-live': each('every-5-minutes', goLive),
  'roll-up': each('every-5-minutes', rollUpSweep),
  'end-abandoned': each('hourly', endAbandoned),
  'repeat-refunds': each('hourly', repeatRefunds),
  'follow-links': each('hourly', followLinks),
  reconcile: { ...each('hourly', reconcile), queue: 'looks' },
  'follow-unsettled': each('daily', followUnsettled),
  'erase-texts': each('daily', eraseTexts),
  'sweep-uploads': each('daily', sweepUploads),
  'sweep-pictures': each('daily', sweepPictures),
  'sweep-guests': each('daily', sweepGuests),
  'watch-waiting': each('hourly', watchWaiting),
  'close-reports': each('daily', closeReports),
  'compare-cards': each('daily', compareCards),
  'sweep-exports': each('daily', sweepExports),
  'end-disabled': each('daily', endDisabled),
  'sweep-consents': each('daily', sweepConsents),
  'heal-monthlies': each('daily', healMonthlies),
  'seal-channels': each('daily', sealChannels),
} as const satisfies Partial<Record<JobKind, Recurring>>;

export type RecurringKind = keyof typeof recurringJobs;

const isRecurring = (kind: JobKind): kind is RecurringKind => kind in recurringJobs;

export const recurringKinds: readonly RecurringKind[] = jobKinds.filter(isRecurring);
