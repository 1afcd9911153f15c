import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stateFilters } from '../../../core/tip/tip-filter';
import {
  countFilters,
  daysOf,
  filterOf,
  filterQuery,
  isBackwards,
  periodOf,
  periodsOf,
  receivedTips,
} from './tip-filters';

describe('tip filter', () => {
  // Holds dash-066.
  test('keeps every filter in the address and reads the same from it', () => {
    const date = fc.constantFrom('', '2026-01-01', '2026-11-20');
    const filter = fc.record({
      state: fc.constantFrom(...stateFilters),
      from: date,
      until: date,
      placement: fc.string(),
      search: fc.string(),
    });
    fc.assert(
      fc.property(filter, (given) => {
        const address = new URLSearchParams(filterQuery(given)).toString();
        expect(filterOf(new URLSearchParams(address))).toEqual(given);
      }),
    );
  });

  test('ignores unreadable filters in the address', () => {
    expect(filterOf(new URLSearchParams('state=stolen&from=yesterday&until=2026-02-30'))).toEqual(
      receivedTips,
    );
  });

  test('counts a range of days as one filter', () => {
    expect(countFilters(receivedTips)).toBe(0);
    expect(countFilters({ ...receivedTips, state: 'all', from: '2026-01-01', until: '2026-01-31' })).toBe(2);
  });
});

describe('period', () => {
  test('knows the days of this and last month, also in January and in a leap year', () => {
    expect(daysOf('this-month', '2028-02-10')).toEqual({ from: '2028-02-01', until: '2028-02-29' });
    expect(daysOf('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', until: '2025-12-31' });
    expect(daysOf('this-year', '2026-01-31')).toEqual({ from: '2026-01-01', until: '2026-12-31' });
    expect(daysOf('2024', '2026-01-31')).toEqual({ from: '2024-01-01', until: '2024-12-31' });
  });

  test('offers the years since the account was made, and names the period of chosen days', () => {
    const periods = periodsOf('2026-11-25', 2024);
    expect(periods).toEqual(['all', 'this-month', 'last-month', 'this-year', '2025', '2024', 'custom']);
    const named = (from: string, until: string) => periodOf({ from, until }, periods, '2026-11-25');
    expect(named('', '')).toBe('all');
    expect(named('2026-10-01', '2026-10-31')).toBe('last-month');
    expect(named('2025-01-01', '2025-12-31')).toBe('2025');
    expect(named('2026-10-02', '2026-10-31')).toBe('custom');
    expect(named('2026-10-02', '')).toBe('custom');
  });

  test('says when the last day is before the first', () => {
    expect(isBackwards({ from: '2026-10-02', until: '2026-10-01' })).toBe(true);
    expect(isBackwards({ from: '2026-10-02', until: '' })).toBe(false);
  });
});
