import type { ExportChoice, Separator } from '@busker/core/account/export-document';

type TableStyle = Pick<ExportChoice, 'separator' | 'decimal'>;

const decimalOf = (locale: string): TableStyle['decimal'] =>
  new Intl.NumberFormat(locale)
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')
    ? 'comma'
    : 'point';

/** Their Excel writes 1.50 and separates by semicolons. */
const semicolonsWithPoints: ReadonlySet<string | undefined> = new Set(['CH', 'LI']);

/** How Excel of this language and country writes a table: where the decimal sign is a comma, it separates by semicolons. */
export function usualTable(locale: string): TableStyle {
  const decimal = decimalOf(locale);
  const isSwiss = semicolonsWithPoints.has(new Intl.Locale(locale).region);
  return { decimal, separator: decimal === 'comma' || isSwiss ? 'semicolon' : 'comma' };
}

/** The table with a chosen separator, and the decimal sign that fits: that of the language, unless it would be the separator or is unusual with it. */
export function tableWith(separator: Separator, locale: string): TableStyle {
  const usual = usualTable(locale);
  if (separator === 'comma') return { separator, decimal: 'point' };
  if (separator === 'tab') return { separator, decimal: usual.decimal };
  return { separator, decimal: usual.separator === 'semicolon' ? usual.decimal : 'comma' };
}

/** The browser's form of the dashboard's language (`de-CH` for `de`), which knows the country. */
export function regionalLocale(language: string, browser: readonly string[] = navigator.languages): string {
  const isSame = (tag: string) => tag === language || tag.startsWith(`${language}-`);
  return browser.find((tag) => isSame(tag) && isValid(tag)) ?? language;
}

/** Some browsers on Linux name `en-US@posix`, which Intl refuses. */
function isValid(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Downloads a file that was made or fetched here. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the file when the click returns; a later time is safe everywhere.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
