import type { ExportFormat } from './export-document';

/** The table has the tips only. The JSON has everything of the owner. */
const subjects = { csv: 'busker-tips', json: 'busker-data' } as const satisfies Record<ExportFormat, string>;

/** The name under which an export is saved: what is in it, and the day it was asked for (`at`, epoch milliseconds), in UTC like the times inside. */
export function exportFileName(format: ExportFormat, at: number): string {
  return `${subjects[format]}-${new Date(at).toISOString().slice(0, 10)}.${format}`;
}
