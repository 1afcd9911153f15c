import { expect, it } from 'vitest';
import { monthEnds } from './supporters-screen';

it('ends each month a moment before the next one, over a new year too', () => {
  const now = Date.UTC(2026, 1, 14, 9);
  expect(monthEnds(now, 4).map((end) => new Date(end).toISOString())).toEqual([
    '2025-11-30T23:59:59.999Z',
    '2025-12-31T23:59:59.999Z',
    '2026-01-31T23:59:59.999Z',
    '2026-02-28T23:59:59.999Z',
  ]);
});
