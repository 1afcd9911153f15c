import { deleteWork } from '../accounts/delete-work';
import { exportWork } from '../exports/export-work';
import { kindOfJob, type JobId, type JobKind } from '../../core/documents/job-document';
import { keepTexts } from '../retention/keep-texts';
import { upgradeTips } from '../tips/sweeps/upgrade-tips';
import { renamePlan } from '../monthly/rename-fan';
import { lookForSheet } from '../tips/looks/look-for-sheet';
import type { Deps } from '../deps';
import { runJob, type RunEnd } from '../queue/run-job';
import type { JobPlan, JobQueue } from '../queue/job-work';
import { recurringPlan } from '../queue/sweep';
import { recurringJobs, recurringKinds, type RecurringKind } from './recurring-jobs';

const recurring = Object.fromEntries(
  recurringKinds.map((kind) => [kind, recurringPlan(kind, recurringJobs[kind])]),
) as Record<RecurringKind, JobPlan>;

/** What each kind of job does, and in which queue it waits. */
export const jobWorks: Readonly<Record<JobKind, JobPlan>> = {
  ...recurring,
  'keep-texts': { queue: 'work', work: keepTexts },
  'upgrade-tips': { queue: 'work', work: upgradeTips },
  'rename-fan': renamePlan,
  look: { queue: 'looks', work: lookForSheet },
  export: { queue: 'work', work: exportWork },
  delete: { queue: 'work', work: deleteWork },
};

export const queueOfJob = (job: JobId): JobQueue => jobWorks[kindOfJob(job)].queue;

/** Runs one slice of a job of any kind, if it is due. */
export const runAnyJob = (deps: Deps, job: JobId): Promise<RunEnd> =>
  runJob(deps, job, jobWorks[kindOfJob(job)]);
