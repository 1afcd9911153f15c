import Papa from 'papaparse';
import { daysIn } from '../../core/base/zoned-day';
import type { ExportChoice } from '../../core/documents/export-choice';
import type { ExportWriter } from './export-writer';
import { byteOrderMark, decimalMarks, newline, tableFormat } from '../../core/documents/table-format';
import { withoutFormula } from '../../core/base/text';
import { tipColumns, type TableStyle } from './tip-columns';

/** A table of tips. A cell that a spreadsheet would run as a formula becomes text. */
export function csvWriter({
  separator,
  decimal,
  zone,
}: Pick<ExportChoice, 'separator' | 'decimal' | 'zone'>): ExportWriter {
  const rows = (data: readonly (readonly string[])[]) => Papa.unparse([...data], tableFormat(separator));
  const style: TableStyle = { decimal: decimalMarks[decimal], dayOf: daysIn(zone) };
  return {
    head: () => `${byteOrderMark}${rows([Object.keys(tipColumns)])}${newline}`,
    page(tips, before) {
      if (tips.length === 0) return '';
      const cells = Object.values(tipColumns);
      const page = rows(tips.map((tip) => cells.map((cell) => withoutFormula(cell(tip, style)))));
      return before === 0 ? page : `${newline}${page}`;
    },
    foot: () => '',
  };
}
