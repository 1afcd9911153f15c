import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  byteOrderMark,
  decimalMarks,
  exportFileName,
  isSameChoice,
  isWhole,
  separators,
  tableFormat,
  wholeExport,
  type ExportChoice,
} from './export-document';

describe('export choice', () => {
  const whole = wholeExport('csv');

  it('a choice leaves no tip out when it has no filter, however it is written', () => {
    const inBerlin: ExportChoice = { ...whole, separator: 'tab', zone: 'Europe/Berlin' };
    expect(isWhole(inBerlin)).toBe(true);
    for (const filter of [
      { state: 'paid' },
      { from: '2026-01-01' },
      { placement: 'footer' },
      { search: 'Zoe' },
    ] as const)
      expect(isWhole({ ...whole, ...filter })).toBe(false);
  });

  it('two choices are the same when every field is', () => {
    expect(isSameChoice(whole, wholeExport('csv'))).toBe(true);
    expect(isSameChoice(whole, { ...whole, decimal: 'comma' })).toBe(false);
  });
});

describe('export file name', () => {
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
});

describe('table format', () => {
  it.each(separators)('a table with %s gives every cell back as it was', (separator) => {
    const rows = [
      ['Zoë; "Z", Ö', "'=1+1", '1,5'],
      ['two\nlines', '\ttab', ''],
    ];
    const written = Papa.unparse(rows, tableFormat(separator));
    expect(Papa.parse(written, { delimiter: tableFormat(separator).delimiter }).data).toEqual(rows);
  });

  it('a cell that was made a text stands in quotes', () => {
    expect(Papa.unparse([["'=1+1", 'plain']], tableFormat('comma'))).toBe(`"'=1+1",plain`);
  });

  it('begins with the mark of UTF-8 and writes decimals as chosen', () => {
    expect([...new TextEncoder().encode(byteOrderMark)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(decimalMarks).toEqual({ point: '.', comma: ',' });
  });
});
