import { accountJobs } from '../accounts/start-deletion';
import { exportJobs } from '../exports/export-work';
import { renamePlan } from '../monthly/jobs';
import { retentionJobs } from '../retention/jobs';
import { tipJobs } from '../reconcile/jobs';
import { kindOfJob, type JobId, type JobKind } from '../../core/documents/job-document';
import type { Deps } from '../deps';
import { runJob, type RunEnd, type JobPlan, type JobQueue } from '../queue/job-work';
import { recurringPlan } from '../queue/sweep';
import { recurringJobs, recurringKinds, type RecurringKind } from './recurring-jobs';

const recurring = Object.fromEntries(
  recurringKinds.map((kind) => [kind, recurringPlan(kind, recurringJobs[kind])]),
) as Record<RecurringKind, JobPlan>;

/** What each kind of job does, and in which queue it waits. */
export const jobWorks: Readonly<Record<JobKind, JobPlan>> = {
  ...recurring,
  ...retentionJobs,
  ...tipJobs,
  ...exportJobs,
  ...accountJobs,
  'rename-fan': renamePlan,
};

export const queueOfJob = (job: JobId): JobQueue => jobWorks[kindOfJob(job)].queue;

/** Runs one slice of a job of any kind, if it is due. */
export const runAnyJob = (deps: Deps, job: JobId): Promise<RunEnd> =>
  runJob(deps, job, jobWorks[kindOfJob(job)]);
