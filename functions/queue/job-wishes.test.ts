import { describe, expect, it } from 'vitest';
import { countingJob, jobOf, untilOver, want, wantedJob } from '../testing/counting-job';
import { sliceMs } from './task-queue';

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
