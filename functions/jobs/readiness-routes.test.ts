import { describe, expect, it, vi } from 'vitest';
import { sweepOutbox } from '../outbox/sweep-outbox';
import { adasStage, emptyStage, paidTip, type Stage } from '../testing/ada';
import { stageWithAccount } from '../testing/known-account';
import { sweepPeriods, type SweepName } from './recurring-jobs';
import { runSweep } from './run-sweep';
import { startTimers } from './start-timers';
import { tick, watchedJobs } from './tick';
import { TimerBell } from './timer-bell';

describe('readiness', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const schedules = Object.keys(sweepPeriods) as SweepName[];

  async function runAll(stage: Stage): Promise<void> {
    await tick(stage.deps);
    for (const name of schedules) await runSweep(stage.deps, name);
    await sweepOutbox(stage.deps, () => Promise.resolve());
  }

  async function runningStage(): Promise<Stage> {
    const stage = await adasStage();
    await runAll(stage);
    return stage;
  }

  /** Calls `GET /ready` after the time for which an earlier answer is repeated. */
  async function ready(stage: Stage) {
    stage.deps.clock.advance(10_000);
    const answer = await stage.call('GET', '/ready');
    const heartbeats = answer.json['heartbeats'] as unknown as readonly { name: string; state: string }[];
    const notOk = heartbeats.filter(({ state }) => state !== 'ok');
    return { status: answer.status, answer, notOk: notOk.map(({ name, state }) => `${name} ${state}`) };
  }

  describe('GET /ready', () => {
    it('is 200 once the schedule and every job have succeeded, with the age of each', async () => {
      const { status, answer } = await ready(await runningStage());
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
      const { status, notOk } = await ready(emptyStage());
      expect(status).toBe(503);
      expect(notOk).toEqual(watchedJobs.map(({ name }) => `${name} missing`));
    });

    it('waits two periods for the first run of the less frequent jobs', async () => {
      const stage = await adasStage();
      const often = async () => {
        await tick(stage.deps);
        await runSweep(stage.deps, 'every-5-minutes');
      };
      await often();
      expect(await ready(stage)).toMatchObject({
        status: 200,
        notOk: expect.arrayContaining(['follow-unsettled waiting']),
      });
      stage.deps.clock.advance(2 * hour);
      await often();
      const { status, notOk } = await ready(stage);
      expect(status).toBe(503);
      expect(notOk).toEqual(expect.arrayContaining(['follow-links late', 'follow-unsettled waiting']));
    });

    it('is 503 within 15 minutes when the schedule stops, and 200 again after they run', async () => {
      const stage = await runningStage();
      stage.deps.clock.advance(10 * minute);
      expect(await ready(stage)).toMatchObject({
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
      await runAll(stage);
      expect(await ready(stage)).toMatchObject({ status: 200, notOk: [] });
    });

    it('is 503 when one daily job fails for two days while the other daily jobs run', async () => {
      const stage = await runningStage();
      const { store } = stage.deps;
      const find = store.find.bind(store);
      vi.spyOn(store, 'find').mockImplementation((query, decode) => {
        if (query.where?.some(([field]) => field === 'eraseTextsAt')) throw new Error('broken');
        return find(query, decode);
      });
      for (let day = 0; day < 3; day += 1) {
        stage.deps.clock.advance(24 * hour);
        await runAll(stage);
      }
      const { status, notOk } = await ready(stage);
      expect({ status, notOk }).toEqual({ status: 503, notOk: ['erase-texts late'] });
    });

    it('is 503 when Stripe answers none of a job’s calls, however often the job runs', async () => {
      const stage = await stageWithAccount();
      await paidTip(stage);
      await runAll(stage);
      for (let day = 0; day < 3; day += 1) {
        stage.deps.clock.advance(24 * hour);
        stage.deps.payments.failNext('listBookings', { kind: 'unavailable', error: new Error('cut') });
        await runAll(stage);
      }
      expect((await ready(stage)).notOk).toEqual(['reconcile late']);
    });

    it('names the service that does not answer, without its error', async () => {
      const stage = await runningStage();
      stage.deps.accounts.failNext('readAccount', { kind: 'unavailable', error: new Error('sk_test_a') });
      expect((await ready(stage)).answer.json).toMatchObject({
        ready: false,
        store: 'ok',
        stripe: 'unavailable',
      });
      stage.deps.accounts.failNext('readAccount', { kind: 'gone' });
      expect((await ready(stage)).answer.json).toMatchObject({ ready: false, stripe: 'refused' });
      stage.deps.store.fault = () => {
        throw new Error('sk_test_b');
      };
      const { status, answer } = await ready(stage);
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
        const stage = await runningStage();
        const key = { ...about, requestId: null, permission: null };
        stage.deps.accounts.failNext('readAccount', {
          kind: 'unavailable',
          error: new Error('refused'),
          key,
        });
        const { status: answered, answer } = await ready(stage);
        expect([answered, answer.json['stripe']]).toEqual([status, stripe]);
      },
    );

    it('calls the store and Stripe once in ten seconds, however often it is called', async () => {
      const stage = await runningStage();
      const { store, accounts, clock } = stage.deps;
      const before = { store: store.requests, stripe: accounts.calls.length };
      const cost = () => [store.requests - before.store, accounts.calls.length - before.stripe];
      await Promise.all(Array.from({ length: 50 }, () => stage.call('GET', '/ready')));
      expect(cost()).toEqual([1, 1]);
      clock.advance(10_000);
      await stage.call('GET', '/ready');
      expect(cost()).toEqual([2, 2]);
    });
  });

  it('the time in which a process with its own timers was switched off does not count as late', async () => {
    const stage = await runningStage();
    stage.deps.clock.advance(400 * hour);
    const stop = await startTimers(stage.deps, new TimerBell(stage.deps.clock));
    stop();
    expect(await ready(stage)).toMatchObject({ status: 200 });
  });
});
