import { expect, it } from 'vitest';
import { exportFileName } from './export-file-name';

it('says what is in the file, and the day in UTC', () => {
  expect(exportFileName('csv', Date.UTC(2026, 10, 23, 23, 59, 59, 999))).toBe('busker-tips-2026-11-23.csv');
  expect(exportFileName('json', Date.UTC(2026, 10, 24))).toBe('busker-data-2026-11-24.json');
});
