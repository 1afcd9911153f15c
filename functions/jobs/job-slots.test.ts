import { expect, it } from 'vitest';
import type { JobId } from '../../core/jobs/job-document';
import type { JobQueue } from '../queue/job-work';
import { JobSlots } from './start-timers';
import { queueOfJob } from './recurring-jobs';

/** Jobs that end when the test says so. Exports wait in `work`, everything else in `looks`. */
function slots(queueOf = (job: string): JobQueue => (job.startsWith('export') ? 'work' : 'looks')) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all = new JobSlots(
    queueOf,
    (job) =>
      new Promise((resolve) => {
        begun.push(job);
        ends.set(job, resolve);
      }),
  );
  const end = async (job: string) => {
    ends.get(job)?.();
    await Promise.resolve();
    await new Promise((resolve) => void setImmediate(resolve));
  };
  return { all, begun, end };
}

it('runs four long jobs at once, and the next one when one has ended', async () => {
  const { all, begun, end } = slots();
  for (const key of ['1', '2', '3', '4', '5', '6']) all.add(`export-${key}`);
  expect(begun).toEqual(['export-1', 'export-2', 'export-3', 'export-4']);
  await end('export-3');
  expect(begun.at(-1)).toBe('export-5');
  expect(begun).toHaveLength(5);
});

it('does not let looks wait for long jobs', () => {
  const { all, begun } = slots();
  for (const key of ['1', '2', '3', '4', '5']) all.add(`export-${key}`);
  all.add('look-acct_1');
  expect(begun.at(-1)).toBe('look-acct_1');
});

it('adds a job that waits once, and one that runs again', async () => {
  const { all, begun, end } = slots();
  for (const key of ['1', '2', '3', '4', '5', '5', '5']) all.add(`export-${key}`);
  all.add('export-1');
  for (const key of ['2', '3', '4', '5']) await end(`export-${key}`);
  expect(begun.slice(4)).toEqual(['export-5', 'export-1']);
});

it('starts the sweeps of every few minutes and every hour while exports, deletions and looks have all their places', () => {
  const { all, begun } = slots((job) => queueOfJob(job as JobId));
  for (const key of ['1', '2', '3', '4', '5']) {
    all.add(`export-${key}`);
    all.add(`delete-${key}`);
    all.add(`look-acct_${key}`);
  }
  const sweeps = (['follow-open-tips', 'roll-up', 'end-abandoned'] as const).map(
    (kind): JobId => `${kind}-all`,
  );
  for (const sweep of sweeps) all.add(sweep);
  expect(begun.slice(-3)).toEqual(sweeps);
});
