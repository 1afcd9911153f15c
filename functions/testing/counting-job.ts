import type { Job, JobId } from '../../core/jobs/job-document';
import { runJob, type JobWork, type RunEnd } from '../queue/job-work';
import type { WantOptions } from '../queue/task-queue';
import { stored } from '../store/store';
import { inMemoryDeps, type InMemoryDeps } from './in-memory-deps';

export interface CountingJob {
  readonly deps: InMemoryDeps;
  readonly id: JobId;
  /** Every page that the job worked on, in order: `0` to `4`, again for each round, and again after a failure. */
  readonly pages: string[];
  /** A test throws here, or moves the clock. Pages are worked on when their set is written, which repeats nothing. */
  during: (page: number) => void | Promise<void>;
  readonly run: () => Promise<RunEnd>;
}

/** Work in five pages, each of which adds its number to a set: repeating one changes nothing. */
export function countingJob(pageCount = 5): CountingJob {
  const deps = inMemoryDeps();
  const id: JobId = 'follow-links-all';
  const pages: string[] = [];
  const work: JobWork = async (_deps, run) => {
    for (let page = Number(run.cursor ?? 0); page < pageCount; page += 1) {
      if (run.isOver()) return 'more';
      await job.during(page);
      pages.push(run.input === null ? `${page}` : `${run.input}${page}`);
      await run.save(`${page + 1}`, { done: page + 1, total: pageCount });
    }
    return 'done';
  };
  const job: CountingJob = {
    deps,
    id,
    pages,
    during: () => undefined,
    run: () => runJob(deps, id, { queue: 'work', work }),
  };
  return job;
}

export async function jobOf({ deps, id }: CountingJob): Promise<Job> {
  const job = await deps.store.read(stored.job(id));
  if (job === undefined) throw new Error('no job');
  return job;
}

export const want = ({ deps }: CountingJob, options: WantOptions = {}) =>
  deps.jobs.want('follow-links', 'all', options);

export async function wantedJob(): Promise<CountingJob> {
  const job = countingJob();
  await want(job);
  return job;
}

/** Runs it every minute, as tasks and `tick` do, until nothing is left. A throw of the runner is a process that ended. */
export async function untilOver(job: CountingJob): Promise<void> {
  for (let tries = 0; tries < 700; tries += 1) {
    const end = await job.run().catch(() => 'killed');
    if (end === 'done' || end === 'dead') return;
    job.deps.clock.advance(60_000);
  }
  throw new Error('The job does not end');
}
