import { collections } from '../../core/documents/documents';
import { isJobId, type JobId } from '../../core/documents/job-document';
import type { Deps } from '../deps';
import { runJob, type RunEnd } from '../jobs/run-job';

/** Runs every job that is due, oldest first, slice by slice, until none is due. Returns the slices in their order. */
export async function workOff(deps: Deps): Promise<readonly (readonly [job: JobId, end: RunEnd])[]> {
  const slices: (readonly [JobId, RunEnd])[] = [];
  for (;;) {
    const found = await deps.store.find(
      {
        from: collections.jobs,
        where: [
          ['state', 'in', ['due', 'running']],
          ['dueAt', '<=', new Date(deps.clock.now())],
        ],
        orderBy: [['dueAt', 'asc']],
        limit: 500,
      },
      () => null,
    );
    const before = slices.length;
    for (const { path } of found) {
      const id = path.slice(collections.jobs.length + 1);
      if (!isJobId(id)) continue;
      const end = await runJob(deps, id);
      if (end !== 'idle') slices.push([id, end]);
    }
    if (slices.length === before) return slices;
  }
}
