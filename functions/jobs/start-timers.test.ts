import { describe, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { outboxAheadMs, type OutboxTask } from '../outbox/outbox-task';
import { StoredJobs, TimerQueue } from '../queue/task-queue';
import { stored } from '../store/stored';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { wasSent } from '../testing/in-memory-senders';
import { putChannel, putDelivery, putEvent } from '../testing/put-channels';
import { runAnyJob } from './recurring-jobs';
import { TimerBell, startOutbox, startTimers } from './start-timers';

describe('start timers', () => {
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
});

describe('start outbox', () => {
  // Holds out-027.
  it('a slow webhook of one owner holds up no other owner, and gets everything in the end', async () => {
    const deps = inMemoryDeps();
    const queue = new TimerQueue<OutboxTask>(deps.clock, outboxAheadMs);
    const stop = startOutbox({ ...deps, outboxQueue: queue }, queue);
    deps.clock.advance(1);
    const now = deps.clock.now();
    const deliveries = (uid: string, count: number) => {
      putChannel(deps, uid, `hook-${uid}`);
      putEvent(deps, uid, 'event1');
      for (let at = 0; at < count; at += 1) {
        const deliveryId = `${uid}${at}`;
        const waiting = { state: 'waiting', attempt: 0, nextAt: now, tries: [] } as const;
        putDelivery(deps, uid, deliveryId, { ...waiting, channelId: `hook-${uid}` });
        void queue.enqueue({ kind: 'deliver', uid, deliveryId, attempt: 0 }, now);
      }
    };
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { webhook } = deps.senders;
    webhook.answer = (to) => (to.uid === 'ada' ? slow.then(() => wasSent) : wasSent);
    const sentTo = (uid: string) => webhook.sent.filter(({ to }) => to.uid === uid).length;
    deliveries('ada', 50);
    deliveries('grace', 3);
    await vi.waitFor(() => expect(sentTo('grace')).toBe(3));
    expect(sentTo('ada')).toBeLessThanOrEqual(5);
    release();
    await vi.waitFor(() => expect(sentTo('ada')).toBe(50));
    stop();
  });
});

describe('timer bell', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const minute = 60_000;

  function startedQueue() {
    const queue = new TimerBell({ now: () => Date.now() });
    const run: string[] = [];
    queue.start((job) => void run.push(job));
    return { queue, run, now: Date.now() };
  }

  it('runs at the time, and at once when the time is over', async () => {
    const { queue, run, now } = startedQueue();
    await queue.enqueue('go-live-all', now + 2 * minute);
    await queue.enqueue('reconcile-all', now - minute);
    vi.advanceTimersByTime(0);
    expect(run).toEqual(['reconcile-all']);
    vi.advanceTimersByTime(2 * minute);
    expect(run).toEqual(['reconcile-all', 'go-live-all']);
  });

  it('leaves what is due later than in a quarter of an hour to tick', async () => {
    const { queue, run, now } = startedQueue();
    await queue.enqueue('go-live-all', now + 15 * minute + 1);
    expect(vi.getTimerCount()).toBe(0);
    expect(run).toEqual([]);
  });

  it('runs nothing before it is started and after it is stopped', async () => {
    const { queue, run, now } = startedQueue();
    await new TimerBell({ now: () => now }).enqueue('go-live-all', now);
    await queue.enqueue('go-live-all', now + 1);
    queue.stop();
    await queue.enqueue('go-live-all', now);
    vi.advanceTimersByTime(minute);
    expect(run).toEqual([]);
  });
});
