import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobOf, wantedJob } from '../testing/counting-job';
import { leaseMs } from './task-queue';

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
