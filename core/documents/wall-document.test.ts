import { describe, expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import {
  changedWall,
  currentWall,
  decodeWall,
  emptiedWall,
  encodeWall,
  type MadeWall,
  type StoredWall,
} from './wall-document';

const minute = 60_000;
const made: MadeWall = {
  at: noon,
  changes: 1,
  refreshedAt: 0,
  livemode: true,
  kept: { currency: 'usd', amount: 500 },
  supporters: [
    { name: 'Zoe', message: null, amount: 500, currency: 'usd', at: noon - 1 },
    { name: 'Mo', message: null, amount: 300, currency: 'usd', at: noon - 2, every: 'month' },
  ],
};
const wall: StoredWall = {
  v: 1,
  uid: 'ada-uid',
  changes: 1,
  changesUntil: noon - 1,
  made,
};
const both = { currency: 'usd', supporters: true } as const;
const at = (given: Partial<StoredWall>, now: number) => currentWall({ ...wall, ...given }, both, true, now);

describe('the wall document', () => {
  it('is stored and read without a difference', () => {
    for (const each of [
      wall,
      { ...wall, made: null },
      { ...wall, made: { ...made, kept: null, supporters: null } },
    ])
      expect(decodeWall(encodeWall(each))).toEqual(each);
  });

  it('can be read when only a mark was written, and not when another release stored it', () => {
    expect(decodeWall(changedWall('ada-uid', noon))).toMatchObject({ made: null });
    expect(decodeWall({ ...encodeWall(wall), ...emptiedWall('ada-uid', noon) })).toMatchObject({
      made: null,
    });
    expect(decodeWall({ v: 2 })).toBeNull();
    expect(decodeWall({ v: 1, uid: 'ada-uid' })).toMatchObject({ changes: 0, changesUntil: 0 });
  });

  it('is shown for a day without a tip', () => {
    expect(at({}, noon + 24 * 60 * minute - 1)).toBe(made);
    expect(at({}, noon + 24 * 60 * minute)).toBeNull();
  });

  it('is made anew at the first view after a tip, then once a minute as long as further tips may have come', () => {
    const marked = { changes: 2, changesUntil: noon + 2 * minute };
    expect(at(marked, noon)).toBeNull();
    const refreshed = { ...made, changes: 2, at: noon + 1, refreshedAt: noon + 1 };
    expect(at({ ...marked, made: refreshed }, noon + minute)).toBe(refreshed);
    expect(at({ ...marked, made: refreshed }, noon + 1 + minute)).toBeNull();
    const last = { ...made, changes: 2, at: noon + 2 * minute, refreshedAt: noon + 2 * minute };
    expect(at({ ...marked, made: last }, noon + 10 * minute)).toBe(last);
  });

  it('is made anew when it lacks what the profile shows, or is of the other mode of payments', () => {
    expect(currentWall(null, both, true, noon)).toBeNull();
    expect(at({ made: null }, noon)).toBeNull();
    expect(currentWall(wall, both, false, noon)).toBeNull();
    expect(at({ made: { ...made, supporters: null } }, noon)).toBeNull();
    expect(currentWall(wall, { ...both, currency: 'eur' }, true, noon)).toBeNull();
    expect(at({ made: { ...made, kept: null } }, noon)).toBeNull();
    const without = { ...made, kept: null, supporters: null };
    const nothing = { currency: null, supporters: false };
    expect(currentWall({ ...wall, made: without }, nothing, true, noon)).toBe(without);
  });
});
