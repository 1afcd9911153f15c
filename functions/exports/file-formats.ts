import type { ExportFormat } from '../../core/documents/export-document';
import { unreachable } from '../../core/base/result';
import { csvWriter } from './csv-writer';
import type { ExportWriter } from './export-writer';
import { jsonWriter } from './json-writer';

export function writerOf(format: ExportFormat): ExportWriter {
  switch (format) {
    case 'csv':
      return csvWriter;
    case 'json':
      return jsonWriter;
    default:
      return unreachable(format);
  }
}

/** Media type of the file. */
export const typeOfFile = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
} as const satisfies Record<ExportFormat, string>;
