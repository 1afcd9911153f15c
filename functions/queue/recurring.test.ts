import { expect, it } from 'vitest';
import { stored } from '../store/store';
import { runAnyJob } from '../jobs/recurring-jobs';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { workOff } from '../testing/work-off';

const hour = 60 * 60_000;

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
