import { describe, expect, it } from 'vitest';
import { runAnyJob } from '../jobs/recurring-jobs';
import { stored } from '../store/store';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { workOff } from '../testing/stored-state';
import { runJob } from './job-work';
import { recurringPlan, sweepPages } from './sweep';
import { sliceMs } from './task-queue';

const minute = 60_000;

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
