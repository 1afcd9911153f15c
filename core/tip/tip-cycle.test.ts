import { expect, it } from 'vitest';
import { cycleInterval } from './tip';

it('knows a month from a year by the period, and says nothing before there is one', () => {
  const january = { from: Date.UTC(2028, 0, 31), to: Date.UTC(2028, 1, 29) };
  const longest = { from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1) };
  const year = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2027, 2, 1) };
  expect([january, longest, year, null].map((period) => cycleInterval({ period }))).toEqual([
    'month',
    'month',
    'year',
    null,
  ]);
});
