import { expect, it } from 'vitest';
import { yearsAfter } from './text-lifetime';

it.each([
  ['2026-03-05T10:00:00Z', 7, '2033-03-05T10:00:00.000Z'],
  ['2024-02-29T23:59:59Z', 1, '2025-03-01T23:59:59.000Z'],
  ['2024-02-29T00:00:00Z', 4, '2028-02-29T00:00:00.000Z'],
])('%s and %d years are %s', (at, years, after) => {
  expect(new Date(yearsAfter(Date.parse(at), years)).toISOString()).toBe(after);
});
