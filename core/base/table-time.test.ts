import { expect, it } from 'vitest';
import { tableTime } from './table-time';

it('writes a time as spreadsheets read it, and nothing for no time', () => {
  expect(tableTime(Date.UTC(2026, 0, 31, 9, 30))).toBe('2026-01-31 09:30:00');
  expect(tableTime(null)).toBe('');
});
