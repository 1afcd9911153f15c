import { expect, it } from 'vitest';
import { wholeExport } from './export-choice';
import { exportFileName } from './export-file-name';

const at = Date.UTC(2026, 10, 24);

it('says what is in the file, and the day in UTC', () => {
  const late = Date.UTC(2026, 10, 23, 23, 59, 59, 999);
  expect(exportFileName(wholeExport('csv'), late)).toBe('busker-tips-2026-11-23.csv');
  expect(exportFileName(wholeExport('bookkeeping'), at)).toBe('busker-bookkeeping-2026-11-24.csv');
  expect(exportFileName(wholeExport('json'), at)).toBe('busker-data-2026-11-24.json');
});

it('has the days of the filter, and no word of a search', () => {
  const october = { ...wholeExport('csv'), from: '2026-10-01', until: '2026-10-31' };
  expect(exportFileName(october, at)).toBe(
    'busker-tips-from-2026-10-01-until-2026-10-31-made-2026-11-24.csv',
  );
  expect(exportFileName({ ...wholeExport('json'), search: 'Grace' }, at)).toBe(
    'busker-some-tips-2026-11-24.json',
  );
});
