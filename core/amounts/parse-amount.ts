import { currencies, knownLocale, type Currency, type Money } from '../money/money';
import type { AmountLimits } from './amount-limits';
import { fail, ok, type Result } from '../base/result';
import { presetsWithin } from './amount-limits';

/**
 * Why a typed amount cannot be read. `too-precise`: more digits after the separator than the currency has. `not-a-step`: the
 * currency has no such coins (ISK 10.50, KWD 1.005). `too-large`: beyond exact integers.
 */
export type AmountFault = 'empty' | 'not-a-number' | 'too-precise' | 'not-a-step' | 'too-large';

/**
 * Reads an amount that a person typed, digit by digit, never as a float. It accepts Latin, full-width, Arabic, Persian, Devanagari, Bengali and Thai
 * digits, the grouping of every shipped language, and the currency's own sign or code. `locale` decides ambiguous amounts only: `1.234` is 1234 in
 * German and too precise in English.
 */
export function parseAmount(typed: string, currency: Currency, locale: string): Result<Money, AmountFault> {
  const plain = withoutSign(asciiNumber(typed), currency, locale);
  if (plain === '') return fail('empty');
  const split = splitNumber(plain, locale);
  if (!split) return fail('not-a-number');
  return toMinorUnits(split, currency);
}

interface SplitNumber {
  readonly whole: string;
  readonly fraction: string;
}

function toMinorUnits({ whole, fraction }: SplitNumber, currency: Currency): Result<Money, AmountFault> {
  const { exponent, step } = currencies[currency];
  const exact = fraction.slice(0, exponent).padEnd(exponent, '0');
  if (/[1-9]/.test(fraction.slice(exponent))) return fail('too-precise');
  if (fraction.length > exponent && step === 1 && exponent > 0) return fail('too-precise');
  const minorUnits = Number(whole + exact);
  if (!Number.isSafeInteger(minorUnits)) return fail('too-large');
  if (minorUnits % step !== 0) return fail('not-a-step');
  return ok({ minorUnits, currency });
}

/** The code points of the zero of each script. The other nine digits follow it. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];

// Not NFKC, which would read "5²" as 52.
const separators: Readonly<Record<string, string>> = {
  '．': '.',
  '。': '.',
  '｡': '.',
  '，': ',',
  '、': ',',
  '،': ',',
  '’': "'",
  '‘': "'",
  '＇': "'",
  '٬': "'",
};

/** Format characters (direction marks, zero-width spaces and joiners), which are copied along with an amount. */
const invisible = /\p{Cf}/gu;
const blanks = /[\s_]+/g;

function asciiNumber(typed: string): string {
  return Array.from(typed.replace(invisible, '').trim(), asciiCharacter).join('');
}

function asciiCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const zero = zeros.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? (separators[character] ?? character) : String(code - zero);
}

function withoutSign(text: string, currency: Currency, locale: string): string {
  const lower = text.toLowerCase();
  for (const sign of signsOf(currency, locale)) {
    if (lower.startsWith(sign)) return text.slice(sign.length).trim();
    if (lower.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

// Used at every key press, and creating a formatter takes milliseconds on a slow phone.
const knownSigns = new Map<string, readonly string[]>();

/** The notations of this currency, longest first ("us$" before "$"). */
function signsOf(currency: Currency, locale: string): readonly string[] {
  const key = `${currency} ${locale}`;
  const signs = knownSigns.get(key) ?? writtenSigns(currency, locale);
  knownSigns.set(key, signs);
  return signs;
}

function writtenSigns(currency: Currency, locale: string): readonly string[] {
  const displays = ['symbol', 'narrowSymbol', 'code'] as const;
  const languages = ['en', 'en-001', knownLocale(locale)];
  const written = displays.flatMap((currencyDisplay) =>
    languages.map((language) => {
      const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
      return asciiNumber(partsOf(format.formatToParts(0), 'currency')).toLowerCase();
    }),
  );
  return [...new Set([...written, currency])].sort((a, b) => b.length - a.length);
}

/** Separates the decimal separator from grouping. Undefined when the text is not a plausible number. */
function splitNumber(text: string, locale: string): SplitNumber | undefined {
  const compact = text.replace(blanks, ' ');
  const decimal = decimalSeparator(compact, locale);
  const at = decimal === undefined ? -1 : compact.lastIndexOf(decimal);
  const whole = at === -1 ? compact : compact.slice(0, at);
  const fraction = at === -1 ? '' : compact.slice(at + 1);
  if (!/^\d*$/.test(fraction) || whole + fraction === '') return undefined;
  const digits = ungrouped(whole, decimal);
  return digits === undefined ? undefined : { whole: digits === '' ? '0' : digits, fraction };
}

/** Groups of three, or of two before the last three (12,34,567 in India), by one kind of separator. */
const grouped = /^\d{1,3}([ ',.])\d{3}(?:\1\d{3})*$|^\d{1,2}([ ',.])\d{2}(?:\2\d{2})*\2\d{3}$/;

function ungrouped(whole: string, decimal: string | undefined): string | undefined {
  if (/^\d*$/.test(whole)) return whole;
  const confused = decimal !== undefined && whole.includes(decimal);
  return grouped.test(whole) && !confused ? whole.replace(/\D/g, '') : undefined;
}

function decimalSeparator(text: string, locale: string): string | undefined {
  if (text.includes('٫')) return '٫';
  const marks: readonly string[] = text.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return undefined;
  if (marks.includes(last === '.' ? ',' : '.')) return last;
  if (marks.length > 1) return undefined;
  const couldGroup = /^\d{1,3}[.,]\d{3}$/.test(text) && !text.startsWith('0');
  return couldGroup && last !== decimalOf(locale) ? undefined : last;
}

function decimalOf(locale: string): string {
  return asciiNumber(partsOf(new Intl.NumberFormat(knownLocale(locale)).formatToParts(1.5), 'decimal'));
}

function partsOf(parts: readonly Intl.NumberFormatPart[], type: Intl.NumberFormatPartTypes): string {
  return parts
    .filter((part) => part.type === type)
    .map((part) => part.value)
    .join('');
}

/** How many amounts a page can request. */
export const maxPresets = 6;

/**
 * The `amounts` attribute (`3,5,10`, `2.50 5`): major units with a decimal point, cut to the owner's limits. Unreadable amounts are left out; when
 * none remains, the owner's presets are used.
 */
export function pagePresets(
  attribute: string,
  currency: Currency,
  limits: AmountLimits,
  ownerPresets: readonly number[],
): readonly number[] {
  const wished = attribute
    .split(/[\s,;]+/)
    .map((written) => parseAmount(written, currency, 'en'))
    .flatMap((parsed) => (parsed.ok ? [parsed.value.minorUnits] : []));
  return presetsWithin(limits, wished, ownerPresets).slice(0, maxPresets);
}
