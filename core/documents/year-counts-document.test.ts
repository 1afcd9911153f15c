import { expect, it } from 'vitest';
import { decodeYearCounts, yearOf } from './year-counts-document';

it('reads the counts of a year, also when some counters are missing', () => {
  expect(decodeYearCounts({ v: 1, year: 2026 })).toEqual({
    ok: true,
    value: { v: 1, year: 2026, reports: {}, decisions: {}, appeals: 0, reversed: 0 },
  });
  expect(decodeYearCounts({ v: 1, year: 2026, reports: { fraud: -1 } }).ok).toBe(false);
});

it('begins a year in UTC', () => {
  expect([Date.UTC(2026, 11, 31, 23, 59, 59), Date.UTC(2027, 0, 1)].map(yearOf)).toEqual([2026, 2027]);
});
