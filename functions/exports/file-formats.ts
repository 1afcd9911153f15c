import { unreachable } from '../../core/base/result';
import type { ExportChoice, ExportFormat } from '../../core/documents/export-choice';
import { csvWriter } from './csv-writer';
import type { ExportWriter } from './export-writer';
import { jsonWriter } from './json-writer';

export function writerOf(choice: ExportChoice): ExportWriter {
  switch (choice.format) {
    case 'csv':
      return csvWriter(choice);
    case 'json':
      return jsonWriter;
    default:
      return unreachable(choice.format);
  }
}

/** Media type of the file. */
export const typeOfFile = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
} as const satisfies Record<ExportFormat, string>;
