import { collections, millisOf } from '../../core/documents/documents';
import { isJobId, type JobId } from '../../core/documents/job-document';
import type { Deps } from '../deps';

/** How many jobs one `tick` rings for. */
const atMost = 500;

export interface DueJob {
  readonly id: JobId;
  readonly dueAt: number;
}

/**
 * The jobs whose time has come, oldest first. A running job is due when its lease ends, so this also finds the work of a process that was killed. A
 * kind that this release does not have is left alone.
 */
export async function dueJobs({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<readonly DueJob[]> {
  const found = await store.find(
    {
      from: collections.jobs,
      where: [
        ['state', 'in', ['due', 'running']],
        ['dueAt', '<=', new Date(clock.now())],
      ],
      orderBy: [['dueAt', 'asc']],
      limit: atMost,
    },
    (data) => (data as { readonly dueAt?: unknown }).dueAt,
  );
  return found.flatMap(({ path, value }) => {
    const id = path.slice(collections.jobs.length + 1);
    return isJobId(id) ? [{ id, dueAt: millisOf(value) ?? clock.now() }] : [];
  });
}
