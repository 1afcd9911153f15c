import Papa from 'papaparse';
import type { ExportWriter } from './export-writer';
import { tipColumns } from './tip-columns';

/**
 * Cells that a spreadsheet would run as a formula: it treats full-width signs like plain ones, and ignores blanks and control characters before them.
 * A plain negative number is not a formula and must stay a number.
 */
const formula = /^(?!-\d+(?:\.\d+)?$)(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠﹢﹦﹫])/u;

const newline = '\r\n';

/** Without it Excel reads UTF-8 as an old code page and garbles "Jörg". */
const byteOrderMark = '\ufeff';

const rows = (data: readonly (readonly string[])[]) =>
  Papa.unparse([...data], { header: false, escapeFormulae: formula, newline });

/** A table of all tips. A cell that a spreadsheet would run as a formula becomes text. */
export const csvWriter: ExportWriter = {
  head: () => `${byteOrderMark}${rows([Object.keys(tipColumns)])}${newline}`,
  page(tips, before) {
    if (tips.length === 0) return '';
    const cells = Object.values(tipColumns);
    const page = rows(tips.map((tip) => cells.map((cell) => cell(tip))));
    return before === 0 ? page : `${newline}${page}`;
  },
  foot: () => '',
};
