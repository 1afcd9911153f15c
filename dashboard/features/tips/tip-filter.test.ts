import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stateFilters } from '../../../core/tip/tip-filter';
import { countFilters, filterOf, filterQuery, receivedTips } from './tip-filter';

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
  expect(filterOf(new URLSearchParams('state=stolen&from=yesterday&until=2026-02-30'))).toEqual(receivedTips);
});

test('counts a range of days as one filter', () => {
  expect(countFilters(receivedTips)).toBe(0);
  expect(countFilters({ ...receivedTips, state: 'all', from: '2026-01-01', until: '2026-01-31' })).toBe(2);
});
