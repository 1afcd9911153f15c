import { currencies, type Currency } from './currencies';

/** An amount as Stripe counts it: `minorUnits` is an integer of `currency`'s smallest unit (cents, yen, fils). */
export interface Money {
  readonly minorUnits: number;
  readonly currency: Currency;
}

/** The amounts that may be sent, in minor units. Every amount is a multiple of `step`. */
export interface AmountLimits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Throws when the currencies differ or the sum is not a safe integer: both are bugs. */
export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new Error(`Cannot add ${b.currency} to ${a.currency}`);
  const minorUnits = a.minorUnits + b.minorUnits;
  if (!Number.isSafeInteger(minorUnits)) throw new Error('The sum is too large to be exact');
  return { minorUnits, currency: a.currency };
}

export function isWithinLimits(minorUnits: number, limits: AmountLimits): boolean {
  return (
    Number.isSafeInteger(minorUnits) &&
    minorUnits >= limits.min &&
    minorUnits <= limits.max &&
    minorUnits % limits.step === 0
  );
}

export function roundUpToStep(minorUnits: number, step: number): number {
  return Math.ceil(minorUnits / step) * step;
}

export function roundDownToStep(minorUnits: number, step: number): number {
  return Math.floor(minorUnits / step) * step;
}

/**
 * The amount as people of that language write it ("$5.00", "5,00 €", "￥500"). Intl only formats; our table says how many minor units make a major
 * unit. An unknown or malformed `locale` reads as English.
 */
export function formatMoney(money: Money, locale: string): string {
  const { exponent, wholeInLife } = currencies[money.currency];
  const unit = 10 ** exponent;
  const digits = wholeInLife && money.minorUnits % unit === 0 ? 0 : exponent;
  const written = currencyFormat(locale, money.currency, digits).format(money.minorUnits / unit);
  // In right-to-left text "US$" or "JP¥" at the end would be shown as "$US" or "¥JP". The mark keeps the sign with its letters.
  return written.replace(/^\u200f.*[$¥]$/, '$&\u200e');
}

// Creating a formatter costs about a hundred times as much as using it, and a list of tips formats thousands of amounts.
const formats = new Map<string, Intl.NumberFormat>();

function currencyFormat(locale: string, currency: Currency, digits: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(knownLocale(locale), {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format;
}

/** Intl throws for a malformed tag, and tags come from the `locale` attribute on other people's pages. */
export function knownLocale(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
