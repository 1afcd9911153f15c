import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ok } from '@busker/core/base/result';
import type { CardVersionDay } from '@busker/core/profile-documents/profile-document';
import {
  known,
  parseIndexes,
  unanswered,
  type DeclaredIndexes,
  type StoreIndexes,
} from '../../installation/google';
import { lineOf, type Step } from '../../installation/installation';
import { bad, good, skipped, type Finding } from '../../verify/site';
import { runAll } from '../run-deploy';
import { InMemoryFunctions } from '../testing/fake-google';
import { canaryStep, functionsStep, removalsStep } from './functions-step';
import { indexesStep } from './publish-steps';
import { judgeCrashes } from './record-step';
import { verifyStep } from './verify-step';

describe('functions step', () => {
  const ids = ['app', 'followtips'];

  function scenario(release: string, { region = 'europe-west1', newest = 1, code = ids, move = false } = {}) {
    const live = new InMemoryFunctions();
    const deploys: (readonly string[])[] = [];
    const built = () => Promise.resolve({ ids: code, release });
    const step = functionsStep({
      built,
      region,
      move,
      live,
      newestSecrets: () => Promise.resolve(known({ BUSKER_SECRET: newest })),
      deploy: (which) => {
        deploys.push(which);
        live.deploy(which, release, { BUSKER_SECRET: newest });
        return Promise.resolve(ok(null));
      },
    });
    return { live, deploys, built, step };
  }
  const linesOf = async (step: Step) => (await step.ask()).map(lineOf);
  const run = (step: Step) => runAll([step], () => undefined);

  describe('the step of the functions', () => {
    it('deploys what is new the first time, and nothing the second time', async () => {
      const { step, deploys } = scenario('r1');
      expect(await linesOf(step)).toEqual([
        'to do: function app, which is new',
        'to do: function followtips, which is new',
      ]);
      expect(await run(step)).toBe(true);
      expect(await run(step)).toBe(true);
      expect(deploys).toEqual([ids]);
    });

    it('deploys again for a newer secret, although the code is the same', async () => {
      const { step, live, deploys } = scenario('r1', { newest: 2 });
      live.deploy(ids, 'r1', { BUSKER_SECRET: 1 });
      expect(await linesOf(step)).toContain('to do: secret BUSKER_SECRET: version 2 for every function');
      expect(await run(step)).toBe(true);
      expect(deploys).toHaveLength(1);
    });

    it('sends the traffic to the newest revision after a rollback', async () => {
      const { step, live, deploys } = scenario('r2');
      live.deploy(ids, 'r1', { BUSKER_SECRET: 1 });
      const { service, revision } = live.find('app');
      await live.route(service, [{ revision, percent: 100 }]);
      expect(await run(step)).toBe(true);
      live.deploy(ids, 'r2', { BUSKER_SECRET: 1 });
      await live.route(service, [
        { revision, percent: 95 },
        { revision: 'latest', percent: 5 },
      ]);
      expect(await run(step)).toBe(true);
      expect(deploys).toHaveLength(1);
      expect(live.shares.get(service)).toEqual([{ revision: 'latest', percent: 100 }]);
    });

    it('refuses another region, because that would move the functions', async () => {
      const { step, live, deploys } = scenario('r2', { region: 'us-central1' });
      live.deploy(ids, 'r1');
      expect(await linesOf(step)).toEqual([expect.stringContaining('they are at europe-west1')]);
      expect(await run(step)).toBe(false);
      expect(deploys).toEqual([]);
      const moving = scenario('r2', { region: 'us-central1', move: true });
      moving.live.deploy(ids, 'r1');
      expect(await linesOf(moving.step)).toContain('to do: function app, which is new');
    });
  });

  describe('functions that are no longer in the code', () => {
    it('are never replaced by a deploy, and are removed only when that is allowed', async () => {
      const { step, live, built, deploys } = scenario('r2', { code: ['app'] });
      live.deploy(ids, 'r1', { BUSKER_SECRET: 1 });
      expect(await run(step)).toBe(true);
      expect(deploys).toEqual([['app']]);
      const removed: string[] = [];
      const remove = (gone: readonly string[]) => {
        removed.push(...gone);
        for (const id of gone) live.remove(id);
        return Promise.resolve(ok(null));
      };
      const kept = removalsStep({ built, live, allowed: false, remove });
      expect(await linesOf(kept)).toEqual([
        'ok: function followtips is no longer in the code and stays; --allow-removal deletes it',
      ]);
      expect(await run(kept)).toBe(true);
      expect(removed).toEqual([]);
      expect(await run(removalsStep({ built, live, allowed: true, remove }))).toBe(true);
      expect(removed).toEqual(['followtips']);
    });
  });
});

describe('canary step', () => {
  it('keeps the traffic on the previous revision during the deploy, then gives the new one its share', async () => {
    const live = new InMemoryFunctions();
    live.deploy(['app', 'followtips'], 'r1');
    const { service, revision } = live.find('app');
    const during: unknown[] = [];
    const step = canaryStep({
      percent: 5,
      live,
      built: () => Promise.resolve({ ids: ['app', 'followtips'], release: 'r2' }),
      deploy: (ids) => {
        during.push(live.shares.get(service));
        live.deploy(ids, 'r2');
        return Promise.resolve(ok(null));
      },
    });
    expect((await step.ask()).map(({ state }) => state)).toEqual(['due']);
    expect(await step.act?.()).toEqual({ ok: true, value: null });
    expect(during).toEqual([[{ revision, percent: 100 }]]);
    expect(live.shares.get(service)).toEqual([
      { revision, percent: 95 },
      { revision: 'latest', percent: 5 },
    ]);
    expect((await step.ask()).map(({ state }) => state)).toEqual(['ok']);
    await live.route(service, [{ revision: 'latest', percent: 100 }]);
    expect((await step.ask()).map(({ state }) => state)).toEqual(['missing']);
  });

  it('needs a previous revision to compare with', async () => {
    const step = canaryStep({
      percent: 5,
      live: new InMemoryFunctions(),
      built: () => Promise.resolve({ ids: ['app'], release: 'r1' }),
      deploy: () => Promise.resolve(ok(null)),
    });
    expect((await step.ask()).map(({ state }) => state)).toEqual(['missing']);
  });
});

describe('indexes step', () => {
  const declared = parseIndexes(
    readFileSync(new URL('../../../rules/firestore.indexes.json', import.meta.url), 'utf8'),
  );

  const kindOf = ({ order, arrayConfig }: { order?: string | undefined; arrayConfig?: string | undefined }) =>
    order ?? arrayConfig ?? '';

  /** The indexes that Firestore has after these were created. */
  const built = ({ indexes, fieldOverrides }: DeclaredIndexes, ready = true): StoreIndexes => ({
    indexes: indexes.map(({ collectionGroup, queryScope, fields }) => ({
      collection: collectionGroup,
      scope: queryScope,
      fields: fields.map(({ fieldPath, ...kind }) => ({ fieldPath, kind: kindOf(kind) })),
      ready,
    })),
    fields: fieldOverrides.map(({ collectionGroup, fieldPath, ttl, indexes: own }) => ({
      collection: collectionGroup,
      fieldPath,
      ttl,
      indexes: own.map(({ queryScope, ...kind }) => ({ scope: queryScope, kind: kindOf(kind), ready })),
    })),
  });

  function fakeService(states: readonly StoreIndexes[]) {
    const left = [...states];
    const calls: string[] = [];
    const next = () => (left.length > 1 ? left.shift() : left[0]) ?? { indexes: [], fields: [] };
    const step = indexesStep({
      declared,
      read: () => {
        calls.push('read');
        return Promise.resolve(known(next()));
      },
      deploy: () => {
        calls.push('deploy');
        return Promise.resolve(ok(null));
      },
      wait: () => {
        calls.push('wait');
        return Promise.resolve();
      },
    });
    return { step, calls };
  }
  const nothing: StoreIndexes = { indexes: [], fields: [] };

  describe('the indexes step', () => {
    it('has nothing to do when all declared indexes are ready', async () => {
      const { step } = fakeService([built(declared)]);
      expect((await step.ask()).map(({ state }) => state)).toEqual(['ok']);
    });

    it('names every missing index and every missing time to live', async () => {
      const lines = (await fakeService([nothing]).step.ask()).map(lineOf);
      expect(lines).toContain(
        'to do: index tips (collection group) on payment.status ascending, updatedAt ascending',
      );
      expect(lines).toContain('to do: index time to live of limits.expiresAt');
    });

    // Holds host-014.
    it('waits until an index that is being built is ready', async () => {
      const { step, calls } = fakeService([
        nothing,
        built(declared, false),
        built(declared, false),
        built(declared),
      ]);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
      expect(calls).toEqual(['read', 'deploy', 'read', 'wait', 'read', 'wait', 'read']);
    });

    it('only waits when an earlier deploy has started to build the indexes', async () => {
      const { step, calls } = fakeService([built(declared, false), built(declared)]);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
      expect(calls).not.toContain('deploy');
    });

    it('reports "unknown" without permission', async () => {
      const step = indexesStep({
        declared,
        read: () => Promise.resolve(unanswered('status 403')),
        deploy: () => Promise.resolve(ok(null)),
        wait: () => Promise.resolve(),
      });
      expect((await step.ask()).map(({ state }) => state)).toEqual(['unknown']);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
    });
  });
});

describe('judge crashes', () => {
  const day = (version: string, loads: number, crashes: number, date = '2026-11-20'): CardVersionDay => ({
    v: 1,
    day: date,
    version,
    loads,
    crashes,
    expiresAt: 0,
  });
  const judge = (...days: readonly CardVersionDay[]) =>
    judgeCrashes(known(days), { current: '0.1.0', next: '0.2.0' });

  describe('the crashes of next.js and v1.js', () => {
    it('refuse a version that crashes three times as often, and say both rates', () => {
      expect(judge(day('0.1.0', 10_000, 50), day('0.2.0', 1000, 15))).toMatchObject({
        state: 'missing',
        what: 'as few crashes as before: next.js 0.2.0 1.50 % (15 crashes in 1000 loads), v1.js 0.1.0 0.50 % (50 crashes in 10000 loads)',
      });
    });

    it('allow a version that crashes somewhat more often', () => {
      expect(judge(day('0.1.0', 10_000, 50), day('0.2.0', 1000, 14))).toMatchObject({ state: 'ok' });
    });

    it('allow two crashes of next.js where v1.js has none, and refuse three in a thousand', () => {
      expect(judge(day('0.1.0', 9000, 0), day('0.2.0', 1000, 2))).toMatchObject({ state: 'ok' });
      expect(judge(day('0.1.0', 9000, 0), day('0.2.0', 1000, 3))).toMatchObject({ state: 'missing' });
    });

    it('add the days, and leave out other versions', () => {
      const days = [day('0.2.0', 300, 0), day('0.2.0', 300, 0, '2026-11-21'), day('0.0.9', 5, 5)];
      expect(judge(day('0.1.0', 500, 0), ...days)).toMatchObject({
        what: 'crashes: next.js 0.2.0 0.00 % (0 crashes in 600 loads), v1.js 0.1.0 0.00 % (0 crashes in 500 loads)',
      });
    });

    it('allow and refuse nothing below 500 loads of each, and say how many each version has', () => {
      expect(judge(day('0.1.0', 499, 0), day('0.2.0', 20, 20))).toMatchObject({
        state: 'missing',
        what: expect.stringContaining('v1.js 0.1.0 has 499, next.js 0.2.0 has 20') as string,
      });
      expect(judge(day('0.1.0', 5000, 0))).toMatchObject({
        what: expect.stringMatching(/; next\.js 0\.2\.0 has 0$/) as string,
      });
    });

    it('refuse when the counts cannot be read', () => {
      expect(judgeCrashes(unanswered('403'), { current: '0.1.0', next: '0.2.0' })).toMatchObject({
        state: 'missing',
      });
    });
  });
});

describe('the step that verifies', () => {
  /** Each check of the site returns the next of these results; the last one repeats. */
  function looks(...found: readonly (readonly Finding[])[]) {
    const seen = { looks: 0, waits: 0 };
    const step = verifyStep({
      verify: () => Promise.resolve(found[Math.min(seen.looks++, found.length - 1)] ?? []),
      wait: () => {
        seen.waits += 1;
        return Promise.resolve();
      },
    });
    return { step, seen };
  }

  const health = good('health', 'answers');
  const noRun = bad('job go-live', 'no schedule has run yet');

  it('counts the checks that passed, and leaves out those that were skipped', async () => {
    const { step } = looks([health, skipped('edge', 'not on this host')]);
    expect(await step.ask()).toEqual([{ state: 'ok', what: '1 checks of the live site' }]);
  });

  it('waits for the first run of the schedules after a first deploy', async () => {
    const { step, seen } = looks(
      [health, noRun],
      [health, noRun],
      [health, good('job go-live', 'ended well')],
    );
    expect(await step.ask()).toEqual([{ state: 'ok', what: '2 checks of the live site' }]);
    expect(seen).toEqual({ looks: 3, waits: 2 });
  });

  it('names a schedule that has not run after seven minutes', async () => {
    const { step, seen } = looks([health, noRun]);
    expect(await step.ask()).toMatchObject([
      { state: 'ok' },
      { state: 'missing', what: 'job go-live: no schedule has run yet' },
    ]);
    expect(seen).toEqual({ looks: 21, waits: 20 });
  });

  it('does not wait when another check failed', async () => {
    const { step, seen } = looks([noRun, bad('store', 'unavailable')]);
    expect(await step.ask()).toMatchObject([{}, { state: 'missing' }, { what: 'store: unavailable' }]);
    expect(seen).toEqual({ looks: 1, waits: 0 });
  });
});
