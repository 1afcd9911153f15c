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

/** What a download says about the file. */
export const fileKinds = {
  csv: { type: 'text/csv; charset=utf-8', saveAs: 'busker.csv' },
  json: { type: 'application/json', saveAs: 'busker.json' },
} as const satisfies Record<ExportFormat, object>;
