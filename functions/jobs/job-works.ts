import type { JobKind } from '../../core/documents/job-document';
import { sweepGuests } from '../accounts/sweep-guests';
import { followLinks } from '../links/follow-links';
import { sweepPictures } from '../profiles/sweep-pictures';
import { sweepUploads } from '../profiles/sweep-uploads';
import { closeReports } from '../reports/close-reports';
import { endAbandoned, forgetAddresses, repeatRefunds } from '../tips/sweeps/end-abandoned';
import { eraseTexts } from '../tips/sweeps/erase-texts';
import { followOpenTips } from '../tips/sweeps/follow-open-tips';
import { goLive } from '../tips/sweeps/go-live';
import { reconcile } from '../tips/sweeps/reconcile';
import type { JobPlan } from './job-work';
import { recurring } from './recurring';

const fiveMinutes = 5 * 60_000;
const hour = 60 * 60_000;
const day = 24 * hour;

/** What each kind of job does, and in which queue it waits. */
export const jobWorks: Readonly<Record<JobKind, JobPlan>> = {
  'follow-open-tips': recurring('follow-open-tips', fiveMinutes, followOpenTips),
  'go-live': recurring('go-live', fiveMinutes, goLive),
  'end-abandoned': recurring('end-abandoned', hour, endAbandoned),
  'repeat-refunds': recurring('repeat-refunds', hour, repeatRefunds),
  'forget-addresses': recurring('forget-addresses', hour, forgetAddresses),
  'follow-links': recurring('follow-links', hour, followLinks),
  reconcile: recurring('reconcile', day, reconcile),
  'erase-texts': recurring('erase-texts', day, eraseTexts),
  'sweep-uploads': recurring('sweep-uploads', day, sweepUploads),
  'sweep-pictures': recurring('sweep-pictures', day, sweepPictures),
  'sweep-guests': recurring('sweep-guests', day, sweepGuests),
  'close-reports': recurring('close-reports', day, closeReports),
};
