import { describe, expect, it } from 'vitest';
import { ok } from '../../../core/base/result';
import { known } from '../../installation/google';
import { lineOf, type Step } from '../../installation/installation';
import { runAll } from '../run-deploy';
import { InMemoryFunctions } from '../testing/fake-google';
import { canaryStep, functionsStep, removalsStep } from './functions-step';

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
