import * as v from 'valibot';
import { expect, it } from 'vitest';
import { dayField, dayOrNone, zoneField } from './day-fields';

it('a day is one of the calendar', () => {
  expect(v.is(dayField('from'), '2028-02-29')).toBe(true);
  for (const wrong of ['2026-02-30', '2026-13-01', '2026-1-1', '0000-00-00', 'today', '', 7])
    expect([wrong, v.is(dayField('from'), wrong)]).toEqual([wrong, false]);
});

it('a limit is a day, or empty', () => {
  expect(v.is(dayOrNone('until'), '')).toBe(true);
  expect(v.is(dayOrNone('until'), '2026-02-28')).toBe(true);
  expect(v.is(dayOrNone('until'), '2026-02-30')).toBe(false);
});

it('a zone is one that the runtime knows', () => {
  expect(v.is(zoneField, 'Europe/Berlin')).toBe(true);
  expect(v.is(zoneField, 'Mars/Olympus')).toBe(false);
});
