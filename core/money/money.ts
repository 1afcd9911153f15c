/** Busker's currencies, lower-case ISO 4217. Separate from their rules, so that reading a profile does not load the table. */
export const currencyCodes = [
  'usd',
  'eur',
  'gbp',
  'cad',
  'aud',
  'nzd',
  'chf',
  'jpy',
  'krw',
  'hkd',
  'sgd',
  'twd',
  'php',
  'zar',
  'aed',
  'kwd',
  'bhd',
  'omr',
  'jod',
  'tnd',
  'sek',
  'nok',
  'dkk',
  'pln',
  'czk',
  'huf',
  'ron',
  'inr',
  'brl',
  'mxn',
  'thb',
  'myr',
  'idr',
  'ils',
  'isk',
  'ugx',
  'clp',
  'vnd',
] as const;

export type Currency = (typeof currencyCodes)[number];

const known: ReadonlySet<unknown> = new Set(currencyCodes);

export const isCurrency = (value: unknown): value is Currency => known.has(value);

/** Smallest amounts by currency, in minor units. A currency without one has no minimum. */
export type Minimum = Readonly<Partial<Record<Currency, number>>>;

/** The smallest amounts with these changes, in which 0 means that a currency has none any more. */
export const withMinimums = (before: Minimum, changes: Minimum = {}): Minimum =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, amount]) => amount > 0));

/** The changes that make `after` of `before`. */
export const minimumChanges = (before: Minimum, after: Minimum): Minimum =>
  Object.fromEntries(
    currencyCodes
      .filter((code) => (before[code] ?? 0) !== (after[code] ?? 0))
      .map((code) => [code, after[code] ?? 0]),
  );

/**
 * A currency's rules. They never come from Intl, which reports 0 decimals for ISK, UGX and HUF, where Stripe expects amounts times 100. Amounts in
 * minor units. Source: Stripe's currency page as of 2026-10; the three-decimal rule is from older copies of it.
 */
interface CurrencyRules {
  /** Digits between major and minor unit, as Stripe counts them. */
  readonly exponent: 0 | 2 | 3;
  /** Every amount is a multiple of this many minor units. */
  readonly step: 1 | 10 | 100;
  /** The smallest tip. It is above Stripe's own minimum, since fees take most of a small tip and stolen cards are tested with small charges. */
  readonly min: number;
  /** The default largest tip, about 500 US dollars. */
  readonly max: number;
  readonly presets: readonly [number, number, number];
  /** People write whole amounts without decimals, although Stripe counts decimals. */
  readonly wholeInLife: boolean;
}

const two = (min: number, max: number, presets: [number, number, number]): CurrencyRules => ({
  exponent: 2,
  step: 1,
  min: min * 100,
  max: max * 100,
  presets: [presets[0] * 100, presets[1] * 100, presets[2] * 100],
  wholeInLife: false,
});
const zero = (min: number, max: number, presets: [number, number, number]): CurrencyRules => ({
  exponent: 0,
  step: 1,
  min,
  max,
  presets,
  wholeInLife: true,
});
/** No decimals in everyday use, two at Stripe: the last two digits must be 00. */
const zeroTimes100 = (min: number, max: number, presets: [number, number, number]): CurrencyRules => ({
  ...two(min, max, presets),
  step: 100,
  wholeInLife: true,
});
const twoSeldomUsed = (min: number, max: number, presets: [number, number, number]): CurrencyRules => ({
  ...two(min, max, presets),
  wholeInLife: true,
});
/** Three decimals, the last digit is 0. `min` and the other amounts are in major units. */
const three = (min: number, max: number, presets: [number, number, number]): CurrencyRules => ({
  exponent: 3,
  step: 10,
  min: Math.round(min * 1000),
  max: max * 1000,
  presets: [presets[0] * 1000, presets[1] * 1000, presets[2] * 1000],
  wholeInLife: false,
});

const table = {
  usd: two(1, 500, [3, 5, 10]),
  eur: two(1, 500, [3, 5, 10]),
  gbp: two(1, 400, [3, 5, 10]),
  cad: two(1, 700, [4, 7, 15]),
  aud: two(1, 750, [5, 8, 15]),
  nzd: two(1, 800, [5, 8, 15]),
  chf: two(1, 450, [3, 5, 10]),
  jpy: zero(100, 75000, [300, 500, 1000]),
  krw: zero(1000, 700000, [3000, 5000, 10000]),
  hkd: two(8, 4000, [25, 40, 80]),
  sgd: two(1, 700, [4, 7, 15]),
  twd: twoSeldomUsed(30, 16000, [100, 150, 300]),
  php: two(50, 28000, [150, 300, 600]),
  zar: two(20, 9000, [50, 100, 200]),
  aed: two(4, 1800, [10, 20, 40]),
  kwd: three(0.5, 150, [1, 2, 5]),
  bhd: three(0.5, 190, [1, 2, 5]),
  omr: three(0.5, 190, [1, 2, 5]),
  jod: three(0.5, 350, [2, 4, 8]),
  tnd: three(2, 1500, [5, 10, 20]),
  sek: two(10, 5000, [30, 50, 100]),
  nok: two(10, 5000, [30, 50, 100]),
  dkk: two(10, 3500, [20, 40, 80]),
  pln: two(5, 2000, [10, 20, 50]),
  czk: two(25, 11000, [75, 125, 250]),
  huf: twoSeldomUsed(400, 180000, [1000, 2000, 4000]),
  ron: two(5, 2300, [15, 25, 50]),
  inr: two(50, 42000, [100, 200, 500]),
  brl: two(5, 2700, [10, 20, 50]),
  mxn: two(20, 9000, [50, 100, 200]),
  thb: two(35, 17000, [100, 200, 400]),
  myr: two(5, 2200, [10, 20, 40]),
  idr: twoSeldomUsed(15000, 8000000, [50000, 100000, 200000]),
  ils: two(4, 1800, [10, 20, 40]),
  isk: zeroTimes100(150, 65000, [500, 1000, 2000]),
  ugx: zeroTimes100(4000, 1800000, [10000, 20000, 40000]),
  clp: zero(1000, 480000, [3000, 5000, 10000]),
  vnd: zero(25000, 12500000, [75000, 125000, 250000]),
} as const satisfies Record<Currency, CurrencyRules>;

export const currencies: Readonly<Record<Currency, CurrencyRules>> = table;

/** An amount as Stripe counts it: `minorUnits` is an integer of `currency`'s smallest unit (cents, yen, fils). */
export interface Money {
  readonly minorUnits: number;
  readonly currency: Currency;
}

/** Throws when the currencies differ or the sum is not a safe integer: both are bugs. */
export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new Error(`Cannot add ${b.currency} to ${a.currency}`);
  const minorUnits = a.minorUnits + b.minorUnits;
  if (!Number.isSafeInteger(minorUnits)) throw new Error('The sum is too large to be exact');
  return { minorUnits, currency: a.currency };
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

/** An amount of at least zero in major units with a point, for programs: `5.00`, `500`, `1.500`. */
export function decimalAmount({ minorUnits, currency }: Money): string {
  const { exponent } = currencies[currency];
  if (exponent === 0) return String(minorUnits);
  const digits = String(minorUnits).padStart(exponent + 1, '0');
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** An amount in a table, exact and without floats: 500 cents become `5.00`. */
export function tableAmount(minorUnits: number, currency: Currency, decimal: '.' | ','): string {
  const { exponent } = currencies[currency];
  const digits = String(Math.abs(minorUnits)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${minorUnits < 0 ? '-' : ''}${whole}${exponent === 0 ? '' : `${decimal}${digits.slice(-exponent)}`}`;
}

/** The contribution of one tip to its owner's totals, in minor units of the tip's currency. Zeros until the payment has succeeded. */
export interface TipContribution {
  readonly count: number;
  readonly gross: number;
  readonly refunded: number;
  readonly disputed: number;
}

export const noContribution: TipContribution = { count: 0, gross: 0, refunded: 0, disputed: 0 };

export type Totals = Readonly<Partial<Record<Currency, TipContribution>>>;

export function addContribution(a: TipContribution, b: TipContribution): TipContribution {
  return {
    count: a.count + b.count,
    gross: a.gross + b.gross,
    refunded: a.refunded + b.refunded,
    disputed: a.disputed + b.disputed,
  };
}

/** The amount that the owner keeps before fees. */
export function keptOf(total: TipContribution): number {
  return total.gross - total.refunded - total.disputed;
}
