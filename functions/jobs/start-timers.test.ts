import { expect, it } from 'vitest';
import { stored } from '../store/stored';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { runAnyJob } from './job-works';
import { startTimers } from './start-timers';
import { StoredJobs } from '../queue/task-queue';
import { TimerBell } from './timer-bell';

/** A process with timers: its queue starts jobs. */
function startedProcess() {
  const deps = inMemoryDeps();
  const jobQueue = new TimerBell(deps.clock);
  const own = { ...deps, jobQueue, jobs: new StoredJobs(deps.store, deps.clock, jobQueue) };
  return { deps: own, start: () => startTimers(own, jobQueue) };
}

it('starts a job that is wanted, at once', async () => {
  const { deps, start } = startedProcess();
  const stop = await start();
  const id = await deps.jobs.want('close-reports', 'a');
  await expect.poll(async () => (await deps.store.read(stored.job(id)))?.covered).toBe(1);
  stop();
  await deps.jobs.want('close-reports', 'a', { dueAt: deps.clock.now() });
  expect((await deps.store.read(stored.job(id)))?.state).toBe('due');
});

it('goes on with the job of the process that was killed before, without waiting for its lease', async () => {
  const { deps, start } = startedProcess();
  const { store } = deps;
  const id = await deps.jobs.want('close-reports', 'a');
  store.pause = (step) => {
    if (step === 'find')
      store.fault = () => {
        throw new Error('killed');
      };
    return Promise.resolve();
  };
  await runAnyJob(deps, id).catch(() => undefined);
  store.pause = () => Promise.resolve();
  store.fault = () => undefined;
  expect((await store.read(stored.job(id)))?.lease).not.toBeNull();
  const stop = await start();
  await expect.poll(async () => (await store.read(stored.job(id)))?.lease).toBeNull();
  await expect.poll(async () => (await store.read(stored.job(id)))?.attempts).toBe(0);
  stop();
});

it('logs a start without an answer of the store, and starts nevertheless', async () => {
  const { deps, start } = startedProcess();
  deps.store.fault = () => {
    throw new Error('away');
  };
  const stop = await start();
  deps.store.fault = () => undefined;
  stop();
  expect(deps.lines.length).toBeGreaterThan(0);
  for (const line of deps.lines)
    expect(JSON.parse(line)).toMatchObject({ message: 'sweep failed', sweep: 'tick' });
});
