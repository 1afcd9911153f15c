import assert from 'node:assert/strict';
import type { Job, JobId } from '@busker/core/jobs/job-document';
import { runJob, type JobWork, type RunEnd } from '../queue/job-work';
import { leaseMs, silentQueue, StoredJobs, type WantOptions } from '../queue/task-queue';
import { stored, type Store } from '../store/store';
import { inMemoryDeps, InMemoryClock, type InMemoryDeps } from './in-memory-deps';
import type { StorePromise } from './in-memory-store';

export interface CountingJob {
  readonly deps: InMemoryDeps;
  readonly id: JobId;
  /** Every page that the job worked on, in order: `0` to `4`, again for each round, and again after a failure. */
  readonly pages: string[];
  /** A test throws here, or moves the clock. Pages are worked on when their set is written, which repeats nothing. */
  during: (page: number) => void | Promise<void>;
  /** Whether the process is about to end. */
  isEnding: boolean;
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
    isEnding: false,
    run: () => runJob(deps, id, { queue: 'work', work, isEnding: () => job.isEnding }),
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

/** Processes with one store and one clock, and a job of a single page that each of them can take. `ends`: what has been worked on to its end. */
async function processes(store: Store, at: string) {
  const clock = new InMemoryClock();
  const id: JobId = `close-reports-${at.replaceAll('/', '-')}`;
  const ends: string[] = [];
  await store.commit([], (writes) => writes.remove(stored.job(id).path));
  const first = { ...inMemoryDeps(), store, clock };
  await new StoredJobs(store, clock, silentQueue).want('close-reports', id.slice('close-reports-'.length));
  /** `during`: what happens while this process works. */
  const run = (name: string, during: () => Promise<void> = () => Promise.resolve()) =>
    runJob({ ...first, ids: { fresh: () => name } }, id, {
      queue: 'work',
      work: async (_deps, slice) => {
        await during();
        await slice.save('1', { done: 1, total: 1 });
        ends.push(name);
        return 'done';
      },
    });
  const job = () => store.read(stored.job(id));
  return { clock, ends, run, job };
}

/** The lease of a job, on every store: what makes several server processes side by side safe. */
export const leaseContract: readonly StorePromise[] = [
  {
    promise: 'lets one of several processes have a job that all of them take at once',
    holds: async (store, at) => {
      const { run, ends, job } = await processes(store, at);
      const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => run(name)));
      assert.deepEqual(all.toSorted(), ['done', 'idle', 'idle', 'idle']);
      assert.equal(ends.length, 1);
      assert.equal((await job())?.covered, 1);
    },
  },
  {
    promise:
      'gives the job of a process that was killed to another one when the lease has ended, and not before',
    holds: async (store, at) => {
      const { run, ends, clock, job } = await processes(store, at);
      // It never answers again.
      const began = new Promise<void>((resolve) => {
        void run('killed', () => {
          resolve();
          return new Promise(() => undefined);
        });
      });
      await began;
      assert.equal(await run('early'), 'idle');
      clock.advance(leaseMs);
      assert.equal(await run('later'), 'done');
      assert.deepEqual(ends, ['later']);
      assert.equal((await job())?.state, 'done');
    },
  },
  {
    promise: 'writes nothing of a process whose lease has gone to another one',
    holds: async (store, at) => {
      const { run, ends, clock, job } = await processes(store, at);
      const slow = run('slow', async () => {
        clock.advance(leaseMs);
        assert.equal(await run('other'), 'done');
      });
      assert.equal(await slow, 'lost');
      assert.deepEqual(ends, ['other']);
      assert.deepEqual((await job())?.progress, { done: 1, total: 1 });
    },
  },
];
