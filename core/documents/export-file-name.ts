import { isWhole, type ExportChoice, type ExportFormat } from './export-choice';

/** The tables have the tips only. The whole JSON has everything of the owner. */
const subjects = {
  csv: 'busker-tips',
  bookkeeping: 'busker-bookkeeping',
  json: 'busker-data',
} as const satisfies Record<ExportFormat, string>;

/** What the name of a file ends with. */
export const fileEndings = {
  csv: 'csv',
  bookkeeping: 'csv',
  json: 'json',
} as const satisfies Record<ExportFormat, string>;

/**
 * The name under which an export is saved: what is in it, and the day it was asked for (`at`, epoch milliseconds), in UTC like the times inside. The
 * days of a filter are in it. A search or a fan's name is not: names of files are shown in many places.
 */
export function exportFileName(choice: ExportChoice, at: number): string {
  const asked = new Date(at).toISOString().slice(0, 10);
  return `${isWhole(choice) ? subjects[choice.format] : partName(choice)}-${asked}.${fileEndings[choice.format]}`;
}

function partName({ format, from, until }: ExportChoice): string {
  const days = [from && `from-${from}`, until && `until-${until}`].filter(Boolean);
  const subject = format === 'bookkeeping' ? subjects.bookkeeping : 'busker-tips';
  return days.length === 0 ? 'busker-some-tips' : `${subject}-${days.join('-')}-made`;
}
