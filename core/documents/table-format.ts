import type { DecimalSign, Separator } from './export-choice';

/** Begins the file of a table. Without it Excel reads UTF-8 as an old code page and garbles "Jörg". */
export const byteOrderMark = '\ufeff';

/** Between the rows of a table. */
export const newline = '\r\n';

const separatorSigns: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/** The decimal signs of a table as they are written. */
export const decimalMarks = { point: '.', comma: ',' } as const satisfies Record<DecimalSign, string>;

/** Some spreadsheets read an apostrophe only in quotes as the start of a text. */
const isMadeText = (cell: unknown): boolean => typeof cell === 'string' && cell.startsWith("'");

/** How every table for spreadsheets is written: the settings of Papa Parse's `unparse` for rows of cells. */
export const tableFormat = (separator: Separator) => ({
  header: false,
  delimiter: separatorSigns[separator],
  newline,
  quotes: isMadeText,
});
