import { expect, it } from 'vitest';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { CloudTasksBell } from './cloud-tasks-bell';

const minute = 60_000;

function bellWith(failure?: Error) {
  const { clock, log, lines } = inMemoryDeps();
  const tasks: { queue: string; job: string; id: string | undefined; at: number | undefined }[] = [];
  const bell = new CloudTasksBell(
    (queue, { job }, { id, scheduleTime }) => {
      if (failure !== undefined) return Promise.reject(failure);
      tasks.push({ queue, job, id, at: scheduleTime?.getTime() });
      return Promise.resolve();
    },
    (job) => (job.startsWith('reconcile') ? 'looks' : 'work'),
    clock,
    log,
  );
  return { bell, tasks, lines, now: clock.now() };
}

it('adds a task to the queue of the job, at its time', async () => {
  const { bell, tasks, now } = bellWith();
  await bell.ring('reconcile-all', now + minute);
  await bell.ring('go-live-all', now - minute);
  expect(tasks).toEqual([
    { queue: 'looks', job: 'reconcile-all', id: expect.any(String), at: now + minute },
    { queue: 'work', job: 'go-live-all', id: expect.any(String), at: now - minute },
  ]);
});

it('gives the same ring the same name, and every other one another', async () => {
  const { bell, tasks, now } = bellWith();
  await bell.ring('go-live-all', now);
  await bell.ring('go-live-all', now);
  await bell.ring('go-live-all', now + 1);
  await bell.ring('reconcile-all', now);
  const ids = tasks.map(({ id }) => id);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
  // Cloud Tasks allows letters, digits, hyphens and underscores.
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{64}$/);
});

it('leaves what is due later than in a quarter of an hour to tick', async () => {
  const { bell, tasks, now } = bellWith();
  await bell.ring('go-live-all', now + 15 * minute + 1);
  expect(tasks).toEqual([]);
});

it('takes a task that is there already for success', async () => {
  const { bell, lines, now } = bellWith(
    Object.assign(new Error('exists'), { code: 'functions/task-already-exists' }),
  );
  await bell.ring('go-live-all', now);
  expect(lines).toEqual([]);
});

it('logs a ring that is lost, and does not fail', async () => {
  const { bell, lines, now } = bellWith(new Error('away'));
  await bell.ring('go-live-all', now);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { severity: 'WARNING', message: 'ring lost', job: 'go-live-all', reason: 'away' },
  ]);
});
