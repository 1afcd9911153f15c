import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { runs } from '../core/testing/runs';
import { testDepth } from './test-depth';

describe('property tests', () => {
  it('get their number of runs and their seed from the configuration of this run', () => {
    const seed = inject('seed');
    const expected = { numRuns: 100 * inject('times'), ...(seed !== null && { seed }) };
    expect(fc.readConfigureGlobal()).toEqual(expected);
  });

  it('that name many runs have at most a hundred in `npm test`, and all of them and more in the long form', () => {
    const times = inject('times');
    expect([runs(2000), runs(30), runs(60, 20)]).toEqual(
      inject('isShort') ? [100, 30, 20] : [2000 * times, 30 * times, 60 * times],
    );
  });

  it('draw the same values in each run of `npm test`', () => {
    const { seed } = testDepth({});
    expect(seed).toBe(testDepth({ BUSKER_SOAK: '1' }).seed);
    const drawn = () => fc.sample(fc.nat(), { numRuns: 20, seed: seed ?? Number.NaN });
    expect(drawn()).toEqual(drawn());
  });

  it('run the given times as often in a hunt, from a random seed', () => {
    expect(testDepth({ BUSKER_HUNT: '7' })).toMatchObject({ isShort: false, times: 7, seed: null });
    expect(testDepth({ BUSKER_HUNT: '7', BUSKER_HUNT_SEED: '-41' })).toMatchObject({ times: 7, seed: -41 });
  });
});

describe('tests of durability', () => {
  it('are short in `npm test`, and at least 200 kills and 2,000 tips in `npm run soak`', () => {
    expect(testDepth({}).kills).toBeLessThan(10);
    expect(testDepth({ BUSKER_SOAK: '1' })).toMatchObject({
      kills: 200,
      unreliableTips: 2000,
      everyNthOrder: 1,
    });
  });
});
