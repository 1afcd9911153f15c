import { expect, it } from 'vitest';
import { ok } from '../../../core/base/result';
import { InMemoryFunctions } from '../google/in-memory-services';
import { canaryStep } from './canary-step';

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
