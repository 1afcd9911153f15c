import { describe, expect, it } from 'vitest';
import { jobIdOf } from '../../core/documents/job-document';
import { stored } from '../store/stored';
import { adasStage, type Stage } from '../testing/ada';
import { inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { workOff } from '../testing/work-off';
import { recurringJobs, recurringKey, recurringKinds } from './recurring-jobs';
import { runAnyJob } from './job-works';
import { tick } from './tick';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const isReady = async (stage: Stage) => {
  stage.deps.clock.advance(10_000);
  return (await stage.call('GET', '/ready')).status;
};

const messages = (deps: InMemoryDeps) =>
  deps.lines.map((line) => (JSON.parse(line) as { readonly message: string }).message);

describe('tick', () => {
  it('wants each job that repeats itself once, a period after the first tick', async () => {
    const deps = inMemoryDeps();
    await tick(deps);
    await tick(deps);
    const jobs = await deps.store.readAll(
      recurringKinds.map((kind) => stored.job(jobIdOf(kind, recurringKey))),
    );
    expect(jobs.map((job) => [job?.wants, job?.dueAt])).toEqual(
      recurringKinds.map((kind) => [1, deps.clock.now() + recurringJobs[kind].everyMs]),
    );
  });

  it('enqueues what is due, oldest first, and nothing else', async () => {
    const deps = inMemoryDeps();
    await tick(deps);
    const now = deps.clock.now();
    await deps.jobs.want('close-reports', 'b', { dueAt: now - 1 });
    await deps.jobs.want('close-reports', 'a', { dueAt: now - 2 });
    await deps.jobs.want('close-reports', 'later', { dueAt: now + 1 });
    deps.store.put('jobs/dance-all', { state: 'due', dueAt: new Date(now - 3) });
    deps.jobQueue.tasks.length = 0;
    await tick(deps);
    expect(deps.jobQueue.tasks).toEqual([
      { task: 'close-reports-a', at: now },
      { task: 'close-reports-b', at: now },
    ]);
  });

  // Holds host-041.
  it('enqueues again with another time, since the queue drops a task that it had before', async () => {
    const deps = inMemoryDeps();
    const id = await deps.jobs.want('close-reports', 'a');
    deps.clock.advance(5 * minute);
    await tick(deps);
    const tasks = deps.jobQueue.tasks.filter(({ task }) => task === id);
    expect(tasks.map(({ at }) => deps.clock.now() - at)).toEqual([5 * minute, 0]);
  });

  it('enqueues the job of a process that was killed, when its lease has ended', async () => {
    const deps = inMemoryDeps();
    const id = await deps.jobs.want('close-reports', 'a');
    const { store } = deps;
    store.pause = (step) => {
      if (step === 'find')
        store.fault = () => {
          throw new Error('killed');
        };
      return Promise.resolve();
    };
    await runAnyJob(deps, id).catch(() => undefined);
    store.fault = () => undefined;
    store.pause = () => Promise.resolve();
    const enqueued = () => deps.jobQueue.tasks.filter(({ task }) => task === id).length;
    await tick(deps);
    expect(enqueued()).toBe(1);
    deps.clock.advance(10 * minute);
    await tick(deps);
    expect(enqueued()).toBe(2);
    expect(await runAnyJob(deps, id)).toBe('due');
  });

  it('wants a sweep again that died, a period after its death', async () => {
    const deps = inMemoryDeps();
    const id = await deps.jobs.want('close-reports', recurringKey);
    deps.store.fault = (step) => {
      if (step === 'find') throw new Error('away');
    };
    let end = 'due';
    while (end === 'due') {
      end = await runAnyJob(deps, id);
      deps.clock.advance(6 * hour);
    }
    expect(end).toBe('dead');
    deps.store.fault = () => undefined;
    await tick(deps);
    expect((await deps.store.read(stored.job(id)))?.state).toBe('dead');
    deps.clock.advance(18 * hour);
    await tick(deps);
    expect(await runAnyJob(deps, id)).toBe('due');
    expect(await deps.store.read(stored.job(id))).toMatchObject({ attempts: 0, errorCode: null });
  });

  it('enqueues although the document of a sweep cannot be read', async () => {
    const deps = inMemoryDeps();
    const id = await deps.jobs.want('close-reports', 'a');
    deps.store.put('jobs/go-live-all', { v: 99, state: 'done' });
    deps.jobQueue.tasks.length = 0;
    await expect(tick(deps)).rejects.toThrow('jobs/go-live-all cannot be read');
    expect(deps.jobQueue.tasks.map(({ task }) => task)).toEqual([id]);
  });

  it('logs an error while a job has waited for more than six hours', async () => {
    const deps = inMemoryDeps();
    await deps.jobs.want('close-reports', 'a');
    deps.clock.advance(6 * hour);
    await tick(deps);
    expect(messages(deps)).not.toContain('jobs late');
    deps.clock.advance(5 * minute);
    await tick(deps);
    expect(JSON.parse(deps.lines.at(-1) ?? '')).toMatchObject({ message: 'jobs late', hours: 6 });
  });
});

describe('a day without tick', () => {
  // Holds host-040.
  it('is not ready within 15 minutes, and afterwards everything is caught up, oldest first', async () => {
    const stage = await adasStage();
    const { deps } = stage;
    await tick(deps);
    deps.clock.advance(day);
    await tick(deps);
    await workOff(deps);
    expect(await isReady(stage)).toBe(200);
    deps.clock.advance(15 * minute);
    expect(await isReady(stage)).toBe(503);
    deps.clock.advance(day);
    expect(await isReady(stage)).toBe(503);

    const due = recurringKinds.map(async (kind) => {
      const job = await deps.store.read(stored.job(jobIdOf(kind, recurringKey)));
      return { id: jobIdOf(kind, recurringKey), dueAt: job?.dueAt ?? 0 };
    });
    const inOrder = (await Promise.all(due)).toSorted((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1));
    deps.jobQueue.tasks.length = 0;
    await tick(deps);
    expect(deps.jobQueue.tasks.map(({ task }) => task)).toEqual(inOrder.map(({ id }) => id));
    const slices = await workOff(deps);
    // Each runs once, however many periods it missed.
    expect(slices).toEqual(inOrder.map(({ id }) => [id, 'due']));
    expect(await isReady(stage)).toBe(200);
  });
});
