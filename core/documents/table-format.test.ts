import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { separators } from './export-choice';
import { byteOrderMark, decimalMarks, tableFormat } from './table-format';

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
