import { expect, it } from 'vitest';
import { afterQuiet } from './quiet-hours';

const night = { from: 22 * 60, to: 8 * 60 };
const berlin = 'Europe/Berlin';
const at = (iso: string) => Date.parse(iso);
const after = (iso: string, quiet: typeof night | null = night) =>
  new Date(afterQuiet(at(iso), quiet, berlin)).toISOString();

it('a time outside quiet hours stays', () => {
  expect(after('2026-11-22T12:00:00Z')).toBe('2026-11-22T12:00:00.000Z');
  expect(after('2026-11-22T12:00:00Z', null)).toBe('2026-11-22T12:00:00.000Z');
  expect(after('2026-11-22T12:00:00Z', { from: 300, to: 300 })).toBe('2026-11-22T12:00:00.000Z');
});

it('a time within quiet hours becomes their end, before and after midnight', () => {
  expect(after('2026-11-22T22:30:00Z')).toBe('2026-11-23T07:00:00.000Z');
  expect(after('2026-11-23T03:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
  expect(after('2026-11-22T12:00:00Z', { from: 12 * 60, to: 14 * 60 })).toBe('2026-11-22T13:00:00.000Z');
  expect(after('2026-11-22T13:00:00Z', { from: 12 * 60, to: 14 * 60 })).toBe('2026-11-22T13:00:00.000Z');
});

it('quiet hours end at eight by the clock in the night in which clocks change', () => {
  expect(after('2027-03-28T00:59:00Z')).toBe('2027-03-28T06:00:00.000Z');
  expect(after('2027-10-31T00:59:00Z')).toBe('2027-10-31T07:00:00.000Z');
});
