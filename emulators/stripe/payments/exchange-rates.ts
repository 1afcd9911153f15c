import { decimalsOf } from './amounts';

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
