import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeMonthly } from '../testing/monthly-fakes';
import { areTipsLost, tipsAre } from './tips-behind';

const day = 24 * 60 * 60_000;
const ended = fakeMonthly({ state: 'ended', updatedAt: noon });

// Holds pay-402.
it('tips are given up once Stripe was asked four weeks after the end', () => {
  const behind = tipsAre(true, ended);
  expect(areTipsLost({ ...behind, syncedAt: null })).toBe(false);
  expect(areTipsLost({ ...behind, syncedAt: noon + 28 * day - 1 })).toBe(false);
  expect(areTipsLost({ ...behind, syncedAt: noon + 28 * day })).toBe(true);
  expect(areTipsLost({ ...tipsAre(false, behind), syncedAt: noon + 28 * day })).toBe(false);
});

it('a monthly tip whose tips are known has no mark at all', () => {
  expect(tipsAre(false, tipsAre(true, ended))).toEqual(ended);
});
