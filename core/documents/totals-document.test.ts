import { describe, expect, it } from 'vitest';
import { decodeYearCounts, feesId, yearOf } from './totals-document';

describe('year counts document', () => {
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
});

describe('fees document', () => {
  it('names a month of fees for its account and its mode, so that test fees never mix with real ones', () => {
    const ids = [
      feesId({ accountId: 'acct_1', livemode: true }, '2026-10'),
      feesId({ accountId: 'acct_1', livemode: false }, '2026-10'),
      feesId({ accountId: null, livemode: true }, '2026-11'),
    ];
    expect(ids).toEqual(['live-acct_1-2026-10', 'test-acct_1-2026-10', 'live-own-2026-11']);
  });
});
