import { invalidParameter, type Refusal } from '../wire/refusal';

/** Smallest charge in minor units by settlement currency: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MINIMUM: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  ars: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1000,
  zar: 50,
};

const CURRENCIES = new Set(
  `usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny
  cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jod
  jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio
  nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd
  top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw`.split(/\s+/),
);
const THREE_DECIMALS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const HUNDREDS_ONLY = new Set(['isk', 'ugx']);
const ZERO_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
export const MAXIMUM = 99_999_999;

export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (ZERO_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency),
  }).format(amount / 10 ** decimalsOf(currency));
}

export function checkCurrency(currency: string): string {
  const lower = currency.toLowerCase();
  if (!CURRENCIES.has(lower))
    throw invalidParameter(
      'currency',
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...CURRENCIES].join(', ')}`,
    );
  return lower;
}

/** Whether an amount is too small for a charge. */
export const isBelowMinimum = (amount: number, currency: string): boolean =>
  amount < (MINIMUM[currency] ?? 1);

/** Refuses the amounts that Stripe refuses: too small, too large, or with decimals that the currency does not have. */
export function checkAmount(amount: number, currency: string, param = 'amount'): void {
  const least = MINIMUM[currency] ?? 1;
  if (amount < least)
    throw amountRefusal('amount_too_small', `at least ${formatAmount(least, currency)}`, currency, param);
  if (amount > MAXIMUM)
    throw amountRefusal(
      'amount_too_large',
      `no more than ${formatAmount(MAXIMUM, currency)}`,
      currency,
      param,
    );
  if (
    (THREE_DECIMALS.has(currency) && amount % 10 !== 0) ||
    (HUNDREDS_ONLY.has(currency) && amount % 100 !== 0)
  )
    throw invalidParameter(param, `Invalid amount for ${currency}: ${amount}`, 'parameter_invalid_integer');
}

const amountRefusal = (code: string, bound: string, currency: string, param: string): Refusal =>
  invalidParameter(param, `Amount must be ${bound} ${currency}`, code);

/** Ten-thousandths of each currency for one US dollar. The sandbox's own fixed rates, which only resemble true ones. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  usd: 10_000,
  aud: 15_200,
  brl: 54_000,
  cad: 13_700,
  chf: 8_800,
  czk: 230_000,
  dkk: 68_600,
  eur: 9_200,
  gbp: 7_900,
  hkd: 78_000,
  huf: 3_600_000,
  inr: 840_000,
  jpy: 1_500_000,
  krw: 13_800_000,
  mxn: 180_000,
  nok: 107_000,
  nzd: 16_600,
  pln: 39_500,
  ron: 45_800,
  sek: 105_000,
  sgd: 13_400,
  thb: 350_000,
  zar: 182_000,
};

/** What the fan pays on top of the rate. Stripe takes 2 to 4 percent: https://docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing */
export const CONVERSION_FEE_PERCENT = 4;

export const hasRate = (currency: string): boolean => Object.hasOwn(PER_DOLLAR, currency);

const rateOf = (currency: string): number => {
  const rate = PER_DOLLAR[currency];
  if (rate === undefined) throw new Error(`The sandbox has no rate of ${currency}.`);
  return rate;
};

/** How much of the second currency the fan pays for one of the first, in whole units, with the fee. Both must have a rate. */
export const rateWithFee = (from: string, to: string): number =>
  (rateOf(to) / rateOf(from)) * (1 + CONVERSION_FEE_PERCENT / 100);

/** `part` of `whole`, rounded half up. Whole numbers that are not negative; exact where a product has more than 53 bits. */
export function roundedShare(amount: bigint, part: bigint, whole: bigint): bigint {
  return (2n * amount * part + whole) / (2n * whole);
}

/**
 * The amount that the fan pays, in minor units of `to`, for an amount in minor units of `from`. It has the fee on top, is rounded, and is never below the
 * conversion without the fee, since rounding may take away more than the fee of a small amount. Both currencies must have a rate.
 */
export function presentedAmount(amount: number, from: string, to: string): number {
  const wanted = BigInt(rateOf(to)) * 10n ** BigInt(decimalsOf(to));
  const given = BigInt(rateOf(from)) * 10n ** BigInt(decimalsOf(from));
  const withFee = roundedShare(BigInt(amount), wanted * BigInt(100 + CONVERSION_FEE_PERCENT), given * 100n);
  const least = (BigInt(amount) * wanted + given - 1n) / given;
  return Number(withFee > least ? withFee : least);
}
