import * as v from 'valibot';
import { expect, it } from 'vitest';
import { booksQuery } from './books-api';

const reads = (from: string, until: string, zone = 'UTC') =>
  v.safeParse(booksQuery, { from, until, zone }).success;

it('reads days and a time zone, a leap year at most', () => {
  expect(reads('2028-01-01', '2028-12-31', 'Asia/Tokyo')).toBe(true);
  expect(reads('2026-05-05', '2026-05-05')).toBe(true);
  expect(reads('2028-01-01', '2029-01-01')).toBe(false);
  expect(reads('2026-05-05', '2026-05-04')).toBe(false);
});

it('refuses days that do not exist, and unknown time zones', () => {
  for (const day of ['2026-02-30', '2026-13-01', '2026-00-10', 'today', ''])
    expect(reads(day, '2026-12-31'), day).toBe(false);
  expect(reads('2026-01-01', '2026-12-31', 'Mars')).toBe(false);
});
