import { expect, it } from 'vitest';
import { daysIn, isTimeZone } from './zoned-day';

const lateOnNewYearsEve = Date.UTC(2026, 11, 31, 23, 30);

it('reads the calendar day in a time zone', () => {
  expect(daysIn('UTC')(lateOnNewYearsEve)).toBe('2026-12-31');
  expect(daysIn('Europe/Berlin')(lateOnNewYearsEve)).toBe('2027-01-01');
  expect(daysIn('America/Los_Angeles')(Date.UTC(2026, 2, 1, 7, 59))).toBe('2026-02-28');
  expect(daysIn('Asia/Tehran')(Date.UTC(2026, 6, 1, 12))).toBe('2026-07-01');
});

it('accepts names of time zones, and no other text', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
  expect(isTimeZone('')).toBe(false);
});
