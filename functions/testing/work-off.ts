import type { JobId } from '../../core/jobs/job-document';
import type { Deps } from '../deps';
import { dueJobs } from '../queue/task-queue';
import { runAnyJob } from '../jobs/recurring-jobs';
import type { RunEnd } from '../queue/job-work';
import { sweepOutbox } from '../outbox/sweep-outbox';

/**
 * Runs every job that is due, oldest first, slice by slice, until none is due, and the schedule of the outbox. Returns the slices in their order.
 */
export async function workOff(deps: Deps): Promise<readonly (readonly [job: JobId, end: RunEnd])[]> {
  await sweepOutbox(deps, () => Promise.resolve());
  const slices: (readonly [JobId, RunEnd])[] = [];
  for (;;) {
    const before = slices.length;
    for (const { id } of await dueJobs(deps)) {
      const end = await runAnyJob(deps, id);
      if (end !== 'idle') slices.push([id, end]);
    }
    if (slices.length === before) return slices;
  }
}
