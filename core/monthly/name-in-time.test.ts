import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeMonthly } from '../testing/monthly-fakes';
import { yearsAfter } from '../tip/text-lifetime';
import { monthlyStates } from './monthly';
import { withNameInTime } from './name-in-time';

const end = yearsAfter(noon, 2);
const nameIn = (state: (typeof monthlyStates)[number], now: number) =>
  withNameInTime(fakeMonthly({ state }), { latestAt: noon, keepTipsYears: 2, now }).fan.name;

// Holds pay-317.
it('a monthly tip that is over loses the name with the texts of its latest payment, not before', () => {
  for (const state of ['ended', 'never-began'] as const)
    expect([nameIn(state, end - 1), nameIn(state, end)]).toEqual(['Grace', null]);
});

// Holds pay-317.
it('a monthly tip that is not over keeps the name', () => {
  const others = monthlyStates.filter((state) => state !== 'ended' && state !== 'never-began');
  expect(others.map((state) => nameIn(state, end))).toEqual(others.map(() => 'Grace'));
});

it('a monthly tip without a name stays the same object', () => {
  const nameless = fakeMonthly({ state: 'ended', fan: { name: null, anonymous: false } });
  expect(withNameInTime(nameless, { latestAt: noon, keepTipsYears: 2, now: end })).toBe(nameless);
});
