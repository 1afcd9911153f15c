import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { beatAt, jobIdOf, type JobId } from '@busker/core/jobs/job-document';
import { outboxAheadMs, type OutboxTask } from '../outbox/outbox-task';
import { sweepOutbox } from '../outbox/sweep-outbox';
import type { JobQueue } from '../queue/job-work';
import { StoredJobs, TimerQueue } from '../queue/task-queue';
import { stored } from '../store/store';
import { adasScenario, emptyScenario, paidTip, scenarioWithAccount, type Scenario } from '../testing/ada';
import { inMemoryDeps, wasSent, type InMemoryDeps } from '../testing/in-memory-deps';
import { putChannel, putDelivery, putEvent } from '../testing/put-channels';
import { workOff } from '../testing/stored-state';
import {
  queueOfJob,
  recurringJobs,
  recurringKey,
  recurringKinds,
  runAnyJob,
  sweepPeriods,
  tick,
  watchedJobs,
  type SweepName,
} from './recurring-jobs';
import { runSweep } from './run-sweep';
import { JobSlots, startOutbox, startTimers, TimerBell, type BesideOthers } from './start-timers';

describe('tick', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;

  const isReady = async (scenario: Scenario) => {
    scenario.deps.clock.advance(10_000);
    return (await scenario.call('GET', '/ready')).status;
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
      const scenario = await adasScenario();
      const { deps } = scenario;
      await tick(deps);
      deps.clock.advance(day);
      await tick(deps);
      await workOff(deps);
      expect(await isReady(scenario)).toBe(200);
      deps.clock.advance(15 * minute);
      expect(await isReady(scenario)).toBe(503);
      deps.clock.advance(day);
      expect(await isReady(scenario)).toBe(503);

      const due = recurringKinds.map(async (kind) => {
        const job = await deps.store.read(stored.job(jobIdOf(kind, recurringKey)));
        return { id: jobIdOf(kind, recurringKey), dueAt: job?.dueAt ?? 0 };
      });
      const inOrder = (await Promise.all(due)).toSorted(
        (a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1),
      );
      deps.jobQueue.tasks.length = 0;
      await tick(deps);
      expect(deps.jobQueue.tasks.map(({ task }) => task)).toEqual(inOrder.map(({ id }) => id));
      const slices = await workOff(deps);
      // Each runs once, however many periods it missed.
      expect(slices).toEqual(inOrder.map(({ id }) => [id, 'due']));
      expect(await isReady(scenario)).toBe(200);
    });
  });
});

describe('readiness', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const schedules = Object.keys(sweepPeriods) as SweepName[];

  async function runAll(scenario: Scenario): Promise<void> {
    await tick(scenario.deps);
    for (const name of schedules) await runSweep(scenario.deps, name);
    await sweepOutbox(scenario.deps, () => Promise.resolve());
  }

  async function runningScenario(): Promise<Scenario> {
    const scenario = await adasScenario();
    await runAll(scenario);
    return scenario;
  }

  /** Calls `GET /ready` after the time for which an earlier answer is repeated. */
  async function ready(scenario: Scenario) {
    scenario.deps.clock.advance(10_000);
    const answer = await scenario.call('GET', '/ready');
    const heartbeats = answer.json['heartbeats'] as unknown as readonly { name: string; state: string }[];
    const notOk = heartbeats.filter(({ state }) => state !== 'ok');
    return { status: answer.status, answer, notOk: notOk.map(({ name, state }) => `${name} ${state}`) };
  }

  describe('GET /ready', () => {
    it('is 200 once the schedule and every job have succeeded, with the age of each', async () => {
      const { status, answer } = await ready(await runningScenario());
      expect(status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.json).toMatchObject({ ready: true, store: 'ok', stripe: 'ok' });
      expect(answer.json['heartbeats']).toEqual(
        watchedJobs.map(({ name, everyMs }) => ({
          name,
          state: 'ok',
          everySeconds: everyMs / 1000,
          ageSeconds: 10,
        })),
      );
    });

    it('is 503 while the schedule has not run', async () => {
      const { status, notOk } = await ready(emptyScenario());
      expect(status).toBe(503);
      expect(notOk).toEqual(watchedJobs.map(({ name }) => `${name} missing`));
    });

    it('waits two periods for the first run of the less frequent jobs', async () => {
      const scenario = await adasScenario();
      const often = async () => {
        await tick(scenario.deps);
        await runSweep(scenario.deps, 'every-5-minutes');
      };
      await often();
      expect(await ready(scenario)).toMatchObject({
        status: 200,
        notOk: expect.arrayContaining(['follow-unsettled waiting']),
      });
      scenario.deps.clock.advance(2 * hour);
      await often();
      const { status, notOk } = await ready(scenario);
      expect(status).toBe(503);
      expect(notOk).toEqual(expect.arrayContaining(['follow-links late', 'follow-unsettled waiting']));
    });

    it('is 503 within 15 minutes when the schedule stops, and 200 again after they run', async () => {
      const scenario = await runningScenario();
      scenario.deps.clock.advance(10 * minute);
      expect(await ready(scenario)).toMatchObject({
        status: 503,
        notOk: [
          'tick late',
          'outbox late',
          'follow-open-tips late',
          'go-live late',
          'follow-monthlies late',
          'roll-up late',
        ],
      });
      await runAll(scenario);
      expect(await ready(scenario)).toMatchObject({ status: 200, notOk: [] });
    });

    it('is 503 when one daily job fails for two days while the other daily jobs run', async () => {
      const scenario = await runningScenario();
      const { store } = scenario.deps;
      const find = store.find.bind(store);
      vi.spyOn(store, 'find').mockImplementation((query, decode) => {
        if (query.where?.some(([field]) => field === 'eraseTextsAt')) throw new Error('broken');
        return find(query, decode);
      });
      for (let day = 0; day < 3; day += 1) {
        scenario.deps.clock.advance(24 * hour);
        await runAll(scenario);
      }
      const { status, notOk } = await ready(scenario);
      expect({ status, notOk }).toEqual({ status: 503, notOk: ['erase-texts late'] });
    });

    it('is 503 when Stripe answers none of a job’s calls, however often the job runs', async () => {
      const scenario = await scenarioWithAccount();
      await paidTip(scenario);
      await runAll(scenario);
      for (let day = 0; day < 3; day += 1) {
        scenario.deps.clock.advance(24 * hour);
        scenario.deps.payments.failNext('listBookings', { kind: 'unavailable', error: new Error('cut') });
        await runAll(scenario);
      }
      expect((await ready(scenario)).notOk).toEqual(['reconcile late']);
    });

    it('names the service that does not answer, without its error', async () => {
      const scenario = await runningScenario();
      scenario.deps.accounts.failNext('readAccount', { kind: 'unavailable', error: new Error('sk_test_a') });
      expect((await ready(scenario)).answer.json).toMatchObject({
        ready: false,
        store: 'ok',
        stripe: 'unavailable',
      });
      scenario.deps.accounts.failNext('readAccount', { kind: 'gone' });
      expect((await ready(scenario)).answer.json).toMatchObject({ ready: false, stripe: 'refused' });
      scenario.deps.store.fault = () => {
        throw new Error('sk_test_b');
      };
      const { status, answer } = await ready(scenario);
      expect(status).toBe(503);
      expect(answer.json).toMatchObject({ ready: false, store: 'unavailable', stripe: 'ok', heartbeats: [] });
      expect(answer.text).not.toContain('sk_test');
    });

    it.each([
      ['refused', 503, 'expired', { why: 'invalid', code: 'api_key_expired' }],
      ['ok', 200, 'restricted', { why: 'permission', code: 'invalid_request_error' }],
    ] as const)(
      'reports Stripe as "%s", with %i, when the key is %s',
      async (stripe, status, _name, about) => {
        const scenario = await runningScenario();
        const key = { ...about, requestId: null, permission: null };
        scenario.deps.accounts.failNext('readAccount', {
          kind: 'unavailable',
          error: new Error('refused'),
          key,
        });
        const { status: answered, answer } = await ready(scenario);
        expect([answered, answer.json['stripe']]).toEqual([status, stripe]);
      },
    );

    it('calls the store and Stripe once in ten seconds, however often it is called', async () => {
      const scenario = await runningScenario();
      const { store, accounts, clock } = scenario.deps;
      const before = { store: store.requests, stripe: accounts.calls.length };
      const cost = () => [store.requests - before.store, accounts.calls.length - before.stripe];
      await Promise.all(Array.from({ length: 50 }, () => scenario.call('GET', '/ready')));
      expect(cost()).toEqual([1, 1]);
      clock.advance(10_000);
      await scenario.call('GET', '/ready');
      expect(cost()).toEqual([2, 2]);
    });
  });

  it('the time in which a process with its own timers was switched off does not count as late', async () => {
    const scenario = await runningScenario();
    scenario.deps.clock.advance(400 * hour);
    const stop = await startTimers(scenario.deps, new TimerBell(scenario.deps.clock));
    void stop();
    expect(await ready(scenario)).toMatchObject({ status: 200 });
  });
});

const failuresIn = (scenario: Scenario) =>
  scenario.deps.lines
    .map((line) => JSON.parse(line) as { readonly message: string; readonly sweep?: string })
    .filter(({ message }) => message === 'sweep failed')
    .map(({ sweep }) => sweep);

describe('a sweep that fails', () => {
  it('does not stop the later ones of the daily run: an unreadable profile', async () => {
    const scenario = await adasScenario();
    scenario.deps.store.put(paths.profile('uid-broken'), { v: 999 });
    const swept = (await runSweep(scenario.deps, 'daily')).map(({ sweep }) => sweep);
    expect(swept).toEqual([
      'follow-unsettled',
      'erase-texts',
      'sweep-uploads',
      'sweep-pictures',
      'sweep-guests',
      'close-reports',
      'compare-cards',
      'sweep-exports',
      'end-disabled',
      'sweep-consents',
      'heal-monthlies',
      'seal-channels',
    ]);
    expect(failuresIn(scenario)).toEqual(expect.arrayContaining(['sweep-pictures']));
  });

  const listOf = {
    'every-5-minutes': 'follow-open-tips',
    hourly: 'end-abandoned',
    daily: 'follow-unsettled',
  } as const;

  it.each(Object.keys(listOf) as SweepName[])(
    'does not stop the later ones when the first one fails: %s',
    async (name) => {
      const scenario = await adasScenario();
      const all = (await runSweep(scenario.deps, name)).map(({ sweep }) => sweep);
      vi.spyOn(scenario.deps.store, 'find').mockRejectedValueOnce(new Error('away'));
      const swept = (await runSweep(scenario.deps, name)).map(({ sweep }) => sweep);
      expect(swept).toEqual(all.filter((sweep) => sweep !== listOf[name]));
      expect(failuresIn(scenario)).toEqual([listOf[name]]);
    },
  );
});

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

describe('places for jobs', () => {
  // Holds host-173.
  it('begins nothing more when they are ended, and waits for what runs', async () => {
    const { all, begun, end } = slots();
    for (const key of ['1', '2', '3', '4', '5']) all.add(`export-${key}`);
    let hasEnded = false;
    const ending = all.end().then(() => {
      hasEnded = true;
    });
    for (const key of ['1', '2', '3']) await end(`export-${key}`);
    expect(hasEnded).toBe(false);
    await end('export-4');
    await ending;
    expect(begun).toEqual(['export-1', 'export-2', 'export-3', 'export-4']);
  });

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
});

describe('start timers', () => {
  /** A process with timers: its queue starts jobs. */
  function startedProcess() {
    const deps = inMemoryDeps();
    const jobQueue = new TimerBell(deps.clock);
    const own = { ...deps, jobQueue, jobs: new StoredJobs(deps.store, deps.clock, jobQueue) };
    return { deps: own, start: (...others: [] | [BesideOthers]) => startTimers(own, jobQueue, ...others) };
  }

  // Holds host-193.
  it.each([
    ['lately', 1, 0],
    ['three minutes ago', 3, 1],
    ['an hour ahead, by another clock', -60, 1],
  ])('beside others, ticks once when some process did so %s', async (_when, minutesAgo, ticks) => {
    const { deps, start } = startedProcess();
    const now = deps.clock.now();
    await deps.store.commit([], (writes) =>
      writes.write(stored.heartbeat('tick'), beatAt(now - minutesAgo * 60_000, 5 * 60_000, 1)),
    );
    const stop = await start({ lookEveryMs: 60_000 });
    await stop();
    const { lastOkAt } = (await deps.store.read(stored.heartbeat('tick'))) ?? {};
    expect(lastOkAt === now ? 1 : 0).toBe(ticks);
  });

  it('starts a job that is wanted, at once', async () => {
    const { deps, start } = startedProcess();
    const stop = await start();
    const id = await deps.jobs.want('close-reports', 'a');
    await expect.poll(async () => (await deps.store.read(stored.job(id)))?.covered).toBe(1);
    void stop();
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
    void stop();
  });

  it('logs a start without an answer of the store, and starts nevertheless', async () => {
    const { deps, start } = startedProcess();
    deps.store.fault = () => {
      throw new Error('away');
    };
    const stop = await start();
    deps.store.fault = () => undefined;
    void stop();
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
    void stop();
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
