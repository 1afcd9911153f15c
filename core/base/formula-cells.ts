/**
 * A cell that a spreadsheet would run as a formula: it treats full-width signs like plain ones, and ignores blanks and control characters before them.
 * A plain negative number is not a formula and must stay a number.
 */
const formula = /^(?!-\d+(?:[.,]\d+)?$)(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠﹢﹦﹫])/u;

/**
 * A spreadsheet of another language splits the file at another sign, also inside of quotes, so a part of a cell can become a cell. `;-)` and `5,-` are
 * no formulas and stay.
 */
const formulaInside = /([,;\t\r\n][\s"]*)(?=[=+@＝＋－﹣−＠﹢﹦﹫]|-(?!\)|$))/gu;

/** The text with an apostrophe before each start of a formula. Spreadsheets then show it as text. */
export function withoutFormula(cell: string): string {
  const inside = cell.replace(formulaInside, "$1'");
  return formula.test(inside) ? `'${inside}` : inside;
}
