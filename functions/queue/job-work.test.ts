import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAnyJob } from '../jobs/recurring-jobs';
import { stored } from '../store/store';
import { countingJob, jobOf, untilOver, want, wantedJob, type CountingJob } from '../testing/counting-job';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { workOff } from '../testing/stored-state';
import { runJob } from './job-work';
import { recurringPlan, sweepPages } from './sweep';
import { leaseMs, sliceMs } from './task-queue';

describe('run job', () => {
  const minute = 60_000;
  const all = ['0', '1', '2', '3', '4'];

  describe('a job', () => {
    it('is worked on from its first page to its last, and kept for 30 days', async () => {
      const job = await wantedJob();
      expect(job.deps.jobQueue.tasks).toEqual([{ task: job.id, at: job.deps.clock.now() }]);
      expect(await job.run()).toBe('done');
      expect(job.pages).toEqual(all);
      expect(await jobOf(job)).toMatchObject({
        state: 'done',
        lease: null,
        cursor: null,
        progress: { done: 5, total: 5 },
        expiresAt: job.deps.clock.now() + 30 * 24 * 60 * minute,
      });
    });

    it('is not begun before its time', async () => {
      const job = countingJob();
      await want(job, { dueAt: job.deps.clock.now() + 2 * minute });
      expect(await job.run()).toBe('idle');
      job.deps.clock.advance(2 * minute);
      expect(await job.run()).toBe('done');
    });

    // Holds host-041.
    it('has one runner when two begin at the same moment', async () => {
      const job = await wantedJob();
      const ends = await Promise.all([job.run(), job.run(), job.run()]);
      expect(ends.toSorted()).toEqual(['done', 'idle', 'idle']);
      expect(job.pages).toEqual(all);
    });

    it('ends the slice after four minutes, enqueues itself, and goes on where it was', async () => {
      const job = await wantedJob();
      job.during = () => job.deps.clock.advance(sliceMs / 2);
      expect(await job.run()).toBe('due');
      expect(job.pages).toEqual(['0', '1']);
      expect(job.deps.jobQueue.tasks.at(-1)).toEqual({ task: job.id, at: job.deps.clock.now() });
      expect([await job.run(), await job.run()]).toEqual(['due', 'done']);
      expect(job.pages).toEqual(all);
    });

    // Holds host-173.
    it('ends the slice after its page when the process is about to end, and another process goes on at once', async () => {
      const job = await wantedJob();
      job.during = (page) => {
        job.isEnding = page === 1;
      };
      expect(await job.run()).toBe('due');
      expect(job.pages).toEqual(['0', '1']);
      expect(await jobOf(job)).toMatchObject({ lease: null, cursor: '2', dueAt: job.deps.clock.now() });
      job.isEnding = false;
      expect(await job.run()).toBe('done');
      expect(job.pages).toEqual(all);
    });

    it('keeps its lease while pages are saved, however long it takes', async () => {
      const job = await wantedJob();
      job.during = async () => {
        job.deps.clock.advance(leaseMs - minute);
        expect(await job.run()).toBe('idle');
        job.deps.clock.advance(-sliceMs - minute);
      };
      expect(await job.run()).toBe('done');
    });

    it('is not written by a runner whose lease has gone to another one', async () => {
      const job = await wantedJob();
      job.during = async (page) => {
        if (page !== 2) return;
        job.during = () => undefined;
        job.deps.clock.advance(leaseMs);
        expect(await job.run()).toBe('done');
      };
      expect(await job.run()).toBe('lost');
      // Page 2 was begun twice; the first runner stopped at its end and wrote nothing.
      expect(job.pages).toEqual(['0', '1', '2', '3', '4', '2']);
      expect(await jobOf(job)).toMatchObject({ state: 'done', progress: { done: 5 } });
    });
  });

  describe('a task that is lost, doubled or late', () => {
    it.each([
      ['lost', async (job: CountingJob) => job.deps.clock.advance(5 * minute)],
      ['doubled', async (job: CountingJob) => void (await Promise.all([job.run(), job.run()]))],
      ['late', async (job: CountingJob) => job.deps.clock.advance(24 * 60 * minute)],
      ['after the end', async (job: CountingJob) => void (await job.run())],
    ])('%s: the same end, and no page twice', async (_name, before) => {
      const job = await wantedJob();
      await before(job);
      await job.run();
      await job.run();
      expect(job.pages).toEqual(all);
      expect(await jobOf(job)).toMatchObject({ state: 'done', wants: 1, covered: 1, attempts: 0 });
    });

    it('does nothing for a job that does not exist', async () => {
      expect(await countingJob().run()).toBe('idle');
    });
  });

  describe('a throw', () => {
    it.each([0, 1, 2, 3, 4])(
      'in page %i: goes on from the last saved page a minute later',
      async (broken) => {
        const job = await wantedJob();
        job.during = (page) => {
          if (page !== broken) return;
          job.during = () => undefined;
          throw new TypeError('sk_test_1');
        };
        expect(await job.run()).toBe('due');
        expect(await jobOf(job)).toMatchObject({ attempts: 1, errorCode: 'TypeError', lease: null });
        expect(job.deps.lines.join('\n')).toContain('"job failed"');
        expect(job.deps.lines.join('\n')).not.toContain('sk_test_1');
        expect(await job.run()).toBe('idle');
        job.deps.clock.advance(minute);
        expect(await job.run()).toBe('done');
        expect(job.pages).toEqual(all);
        expect(await jobOf(job)).toMatchObject({ attempts: 0, errorCode: null });
      },
    );

    // A transaction of the store is a read and a commit: each page has one, as have the beginning and the end.
    const steps = Array.from({ length: 14 }, (_, step) => step);
    it.each(steps)(
      'of the store at its step %i: all pages are done, and at most one twice',
      async (broken) => {
        const job = await wantedJob();
        let step = 0;
        job.deps.store.fault = () => {
          step += 1;
          if (step === broken + 1) throw new Error('killed');
        };
        await untilOver(job);
        expect([...new Set(job.pages)]).toEqual(all);
        expect(job.pages.length).toBeLessThanOrEqual(6);
        expect(await jobOf(job)).toMatchObject({ state: 'done', progress: { done: 5, total: 5 } });
      },
    );

    // Holds host-042.
    it('at every try: waits 1 minute to 6 hours, and is dead after ten', async () => {
      const job = await wantedJob();
      job.during = () => {
        throw new RangeError('always');
      };
      const waits: number[] = [];
      for (let tries = 1; tries < 10; tries += 1) {
        expect(await job.run()).toBe('due');
        const wait = (await jobOf(job)).dueAt - job.deps.clock.now();
        waits.push(wait / minute);
        job.deps.clock.advance(wait);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
      expect(await job.run()).toBe('dead');
      expect(await jobOf(job)).toMatchObject({ state: 'dead', attempts: 10, errorCode: 'RangeError' });
      expect(job.deps.lines.at(-1)).toBe(
        JSON.stringify({ severity: 'ERROR', message: 'job dead', job: job.id, code: 'RangeError' }),
      );
      expect(await job.run()).toBe('idle');
    });

    it('at one page after others that were saved: the tries count from the last page that was new', async () => {
      const job = await wantedJob();
      job.during = (page) => {
        if (page === 3) throw new Error('always');
      };
      let tries = 0;
      for (let end = 'due'; end === 'due'; tries += 1) {
        end = await job.run();
        job.deps.clock.advance(6 * 60 * minute);
      }
      expect(tries).toBe(10);
      expect(job.pages).toEqual(['0', '1', '2']);
    });

    it('of the whole process at every slice: is dead after ten', async () => {
      const job = await wantedJob();
      const { store } = job.deps;
      job.during = () => {
        store.fault = () => {
          throw new Error('killed');
        };
      };
      let killed = 0;
      for (let tries = 0; tries < 10; tries += 1) {
        await job.run().catch(() => (killed += 1));
        store.fault = () => undefined;
        job.deps.clock.advance(leaseMs);
      }
      expect(killed).toBe(10);
      expect(await job.run()).toBe('dead');
      expect(await jobOf(job)).toMatchObject({ state: 'dead', errorCode: 'killed' });
    });
  });
});

const minute = 60_000;
const all = ['0', '1', '2', '3', '4'];

describe('a wish', () => {
  it.each(['want', 'wantIn'] as const)('during a run is not lost: %s gives another round', async (how) => {
    const job = await wantedJob();
    job.during = async (page) => {
      if (page !== 3) return;
      job.during = () => undefined;
      if (how === 'want') await want(job, { input: 'b' });
      else
        await job.deps.store.commit([], (writes) => {
          job.deps.jobs.wantIn(writes, 'follow-links', 'all', { input: 'b' });
        });
      expect(await job.run()).toBe('idle');
    };
    expect(await job.run()).toBe('due');
    expect(job.deps.jobQueue.tasks.at(-1)).toEqual({ task: job.id, at: job.deps.clock.now() });
    expect(await job.run()).toBe('done');
    expect(job.pages).toEqual([...all, 'b0', 'b1', 'b2', 'b3', 'b4']);
  });

  it('between two slices does not change the round that goes on', async () => {
    const job = await wantedJob();
    job.during = () => job.deps.clock.advance(sliceMs);
    await job.run();
    await want(job, { input: 'b' });
    job.during = () => undefined;
    expect([await job.run(), await job.run()]).toEqual(['due', 'done']);
    expect(job.pages).toEqual([...all, 'b0', 'b1', 'b2', 'b3', 'b4']);
  });

  it('for a job that waits takes the earlier time, and does not shorten the wait after a failure', async () => {
    const job = countingJob();
    const now = job.deps.clock.now();
    await want(job, { dueAt: now + 60 * minute });
    await want(job, { dueAt: now + 30 * minute });
    await want(job, { dueAt: now + 90 * minute });
    expect(await jobOf(job)).toMatchObject({ dueAt: now + 30 * minute, wants: 3 });
    job.deps.clock.advance(30 * minute);
    job.during = () => {
      throw new Error('away');
    };
    await job.run();
    const { dueAt } = await jobOf(job);
    await want(job);
    expect((await jobOf(job)).dueAt).toBe(dueAt);
  });

  it.each(['want', 'wantIn'] as const)('revives a dead job, with ten new tries: %s', async (how) => {
    const job = await wantedJob();
    job.during = (page) => {
      if (page === 2) throw new Error('always');
    };
    await untilOver(job);
    if (how === 'want') await want(job);
    else
      await job.deps.store.commit([], (writes) => {
        job.deps.jobs.wantIn(writes, 'follow-links', 'all');
      });
    expect(await job.run()).toBe('due');
    expect(await jobOf(job)).toMatchObject({ state: 'due', attempts: 1, cursor: '2' });
    job.during = () => undefined;
    await untilOver(job);
    expect(job.pages).toEqual(['0', '1', '0', '1', '2', '3', '4']);
  });

  it('as part of a commit that does not land is not stored', async () => {
    const job = countingJob();
    job.deps.store.fault = () => {
      throw new Error('away');
    };
    await job.deps.store
      .commit([], (writes) => void job.deps.jobs.wantIn(writes, 'follow-links', 'all'))
      .catch(() => undefined);
    job.deps.store.fault = () => undefined;
    expect(await job.run()).toBe('idle');
  });

  it('with more than 2 kB of input throws', async () => {
    await expect(want(countingJob(), { input: 'é'.repeat(1025) })).rejects.toThrow('too large');
  });
});

describe('the lease of a job', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a job keeps its lease during a page that takes longer than the lease', async () => {
    const job = await wantedJob();
    const { clock } = job.deps;
    job.during = async (page) => {
      if (page !== 0) return;
      for (let past = 0; past < 2 * leaseMs; past += leaseMs / 3) {
        clock.advance(leaseMs / 3);
        await vi.advanceTimersByTimeAsync(leaseMs / 3);
        expect(await job.run()).toBe('idle');
      }
    };
    // The time of the slice is over after the page.
    expect(await job.run()).toBe('due');
    expect(job.pages).toEqual(['0']);
    expect(vi.getTimerCount()).toBe(0);
    expect(await jobOf(job)).toMatchObject({ lease: null, cursor: '1' });
  });
});

/** Nine items in pages of two. The page after the last one is empty. */
function pagedSweep() {
  const deps = inMemoryDeps();
  const swept: number[] = [];
  const state = { during: (_item: number): void => undefined };
  const plan = recurringPlan('follow-links', {
    everyMs: 60 * minute,
    queue: 'sweeps',
    sweep: (_deps, run) =>
      sweepPages(deps, run, {
        sweep: 'follow-links',
        nextPage: (at) => {
          const from = Number(at ?? 0);
          const items = [from, from + 1].filter((item) => item < 9);
          return Promise.resolve({ items, at: items.length < 2 ? null : `${from + 2}` });
        },
        work: (item) => {
          state.during(item);
          swept.push(item);
          return Promise.resolve(item % 2 === 0);
        },
      }),
  });
  return { deps, swept, state, run: () => runJob(deps, 'follow-links-all', plan) };
}

const done = { message: 'sweep done', checked: 9, changed: 5, missed: 0 };

describe('the pages of a sweep', () => {
  it('adds up what its slices did', async () => {
    const { deps, swept, state, run } = pagedSweep();
    await deps.jobs.want('follow-links', 'all');
    state.during = () => deps.clock.advance(sliceMs / 4);
    const ends = [await run(), await run(), await run()];
    expect(ends).toEqual(['due', 'due', 'due']);
    expect(swept).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(deps.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([done]);
    const heartbeat = await deps.store.read(stored.heartbeat('follow-links'));
    expect(heartbeat?.lastOkAt).toBe(deps.clock.now());
  });

  it.each(Array.from({ length: 14 }, (_, step) => step))(
    'goes on from its last page when the store fails at step %i',
    async (broken) => {
      const { deps, swept, run } = pagedSweep();
      await deps.jobs.want('follow-links', 'all');
      let step = 0;
      deps.store.fault = () => {
        step += 1;
        if (step === broken + 1) throw new Error('killed');
      };
      for (let tries = 0; tries < 5; tries += 1) {
        await run().catch(() => undefined);
        deps.clock.advance(10 * minute);
      }
      expect([...new Set(swept)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
      // A page of two may be swept twice, or the end of the round.
      expect(swept.length).toBeLessThanOrEqual(11);
      expect(JSON.parse(deps.lines.findLast((line) => line.includes('sweep done')) ?? '')).toMatchObject(
        done,
      );
    },
  );

  it('starts the round again with a cursor of another release', async () => {
    const { deps, swept, run } = pagedSweep();
    const id = await deps.jobs.want('follow-links', 'all');
    const job = await deps.store.read(stored.job(id));
    if (job === undefined) throw new Error('no job');
    await deps.store.commit([], (writes) => writes.write(stored.job(id), { ...job, cursor: 'page 3' }));
    await run();
    expect(swept).toHaveLength(9);
  });
});

const hour = 60 * 60_000;

describe('a job that repeats itself', () => {
  it('a job that repeats itself runs once in its period, with a heartbeat', async () => {
    const deps = inMemoryDeps();
    await deps.jobs.want('close-reports', 'all');
    await deps.jobs.want('repeat-refunds', 'all', { dueAt: deps.clock.now() - 1 });
    expect(await workOff(deps)).toEqual([
      ['repeat-refunds-all', 'due'],
      ['close-reports-all', 'due'],
    ]);
    deps.clock.advance(hour);
    expect(await workOff(deps)).toEqual([['repeat-refunds-all', 'due']]);
    const beats = await deps.store.readAll([
      stored.heartbeat('close-reports'),
      stored.heartbeat('repeat-refunds'),
    ]);
    expect(beats.map((beat) => beat?.lastOkAt)).toEqual([deps.clock.now() - hour, deps.clock.now()]);
  });

  it('a sweep that throws is logged, and tried again a minute later', async () => {
    const deps = inMemoryDeps();
    const id = await deps.jobs.want('close-reports', 'all');
    deps.store.fault = (step) => {
      if (step === 'find') throw new Error('away');
    };
    expect(await runAnyJob(deps, id)).toBe('due');
    expect(deps.jobQueue.tasks.at(-1)).toEqual({ task: id, at: deps.clock.now() + 60_000 });
    const said = deps.lines.map((line) => (JSON.parse(line) as { readonly message: string }).message);
    expect(said).toEqual(['sweep failed', 'job failed']);
  });
});
