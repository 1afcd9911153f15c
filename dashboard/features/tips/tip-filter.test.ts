import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tipStates, type Tip } from '../../../core/tip/tip';
import { makeTip } from '../../testing/fakes';
import { everything, filterOf, filterQuery, stateFilters, tipTest, type TipFilter } from './tip-filter';

const fan = (name: string | null, message: string | null): Tip['fan'] => ({
  name,
  message,
  anonymous: false,
  country: null,
});
const shows = (filter: Partial<TipFilter>, tip: Tip) => tipTest({ ...everything, ...filter })(tip);

// Holds dash-065.
test('shows received and processing tips, and incomplete ones only on request', () => {
  const shown = tipStates.filter((state) => shows({}, makeTip({ state })));
  expect(shown).toEqual(['processing', 'paid', 'partially_refunded', 'refunded', 'disputed', 'lost']);
  expect(tipStates.every((state) => shows({ state: 'all' }, makeTip({ state })))).toBe(true);
});

test('finds words regardless of case and accents', () => {
  const tip = makeTip({ fan: fan('Zoë', 'Ça alors!') });
  expect(shows({ search: 'zoe' }, tip)).toBe(true);
  expect(shows({ search: ' ca ALORS' }, tip)).toBe(true);
  expect(shows({ search: 'bravo' }, tip)).toBe(false);
});

// Holds dash-065.
test('includes a whole day in the owner’s time zone', () => {
  const at = (hour: number, minute: number) => new Date(2026, 10, 20, hour, minute).getTime();
  const paid = (succeededAt: number) =>
    makeTip({ payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt } });
  const oneDay = { from: '2026-11-20', until: '2026-11-20' };
  expect(shows(oneDay, paid(at(0, 0)))).toBe(true);
  expect(shows(oneDay, paid(at(23, 59)))).toBe(true);
  expect(shows(oneDay, paid(at(24, 0)))).toBe(false);
  expect(shows(oneDay, paid(at(0, -1)))).toBe(false);
});

test('finds tips that need review', () => {
  const held = makeTip({ moderation: { state: 'held', reasons: ['web-address'] } });
  expect(shows({ state: 'held' }, held)).toBe(true);
  expect(shows({ state: 'held' }, makeTip())).toBe(false);
});

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
  expect(filterOf(new URLSearchParams('state=stolen&from=yesterday'))).toEqual(everything);
});
