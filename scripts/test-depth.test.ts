import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { testDepth } from './test-depth';

describe('property tests', () => {
  it('get their number of runs and their seed from the configuration of this run', () => {
    const seed = inject('seed');
    const expected = { numRuns: 100 * inject('times'), ...(seed !== null && { seed }) };
    expect(fc.readConfigureGlobal()).toEqual(expected);
  });

  it('draw the same values in each run of `npm test`', () => {
    const { seed } = testDepth({});
    expect(seed).toBe(testDepth({ BUSKER_SOAK: '1' }).seed);
    const drawn = () => fc.sample(fc.nat(), { numRuns: 20, seed: seed ?? Number.NaN });
    expect(drawn()).toEqual(drawn());
  });

  it('run the given times as often in a hunt, from a random seed', () => {
    expect(testDepth({ BUSKER_HUNT: '7' })).toMatchObject({ times: 7, seed: null });
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
