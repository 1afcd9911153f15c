import { collections } from '../../core/documents/documents';
import { decodeJob, isJobId } from '../../core/documents/job-document';
import { runAnyJob } from '../../functions/jobs/job-works';
import { readable } from '../../functions/store/stored';
import { moveTo, type ScaleWorld } from './world';

/** The job that is due first. Asked of the inner store: how a server learns of it is not measured. */
async function nextJob({ inner }: ScaleWorld) {
  const [found] = await inner.store.find(
    {
      from: collections.jobs,
      where: [['state', 'in', ['due', 'running']]],
      orderBy: [['dueAt', 'asc']],
      limit: 1,
    },
    decodeJob,
  );
  if (found === undefined) return null;
  const id = found.path.slice(collections.jobs.length + 1);
  if (!isJobId(id)) throw new Error(`No job: ${found.path}`);
  return { id, dueAt: readable(found.path, found.value).dueAt };
}

/** Lets the virtual clock run until `until` (epoch milliseconds), and runs each job when it is due, one after the other. */
export async function passTime(world: ScaleWorld, until: number): Promise<void> {
  const { deps, clock } = world;
  for (let job = await nextJob(world); job !== null && job.dueAt <= until; job = await nextJob(world)) {
    moveTo(clock, job.dueAt);
    // A killed runner: its lease ends by itself.
    await runAnyJob(deps, job.id).catch(() => undefined);
  }
  moveTo(clock, until);
}
