import { expect, it } from 'vitest';
import { bad, good, skipped, type Finding } from '../../verify/site';
import { verifyStep } from './verify-step';

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
  const { step, seen } = looks([health, noRun], [health, noRun], [health, good('job go-live', 'ended well')]);
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
