import { unreachable } from '../../core/base/result';
import type { ExportChoice, ExportFormat } from '../../core/documents/export-choice';
import type { Tip } from '../../core/tip/tip';
import { tipTest } from '../../core/tip/tip-filter';
import { bookkeepingWriter } from './bookkeeping-writer';
import { csvWriter } from './csv-writer';
import type { ExportWriter } from './export-writer';
import { jsonWriter } from './json-writer';

export function writerOf(choice: ExportChoice): ExportWriter {
  switch (choice.format) {
    case 'csv':
      return csvWriter(choice);
    case 'bookkeeping':
      return bookkeepingWriter(choice);
    case 'json':
      return jsonWriter;
    default:
      return unreachable(choice.format);
  }
}

/** Which tips the writer gets. A refund has a day of its own, so the days of a choice leave no tip out of the bookkeeping. */
export function chosenBy(choice: ExportChoice): (tip: Tip) => boolean {
  const days = choice.format === 'bookkeeping' ? { from: '', until: '' } : {};
  return tipTest({ ...choice, ...days }, choice.zone);
}

/** Media type of the file. */
export const typeOfFile = {
  csv: 'text/csv; charset=utf-8',
  bookkeeping: 'text/csv; charset=utf-8',
  json: 'application/json',
} as const satisfies Record<ExportFormat, string>;
