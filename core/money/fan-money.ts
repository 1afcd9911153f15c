import { isCurrency, formatMoney, knownLocale, type Money } from './money';

/** In Stripe's currencies without decimals. Source: docs.stripe.com/currencies, zero-decimal currencies, as of 2026-10. */
const noDecimals: ReadonlySet<string> = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
]);

/** A sum in a fan's own currency, as Stripe converted it: `amount` in minor units as Stripe counts them; `currency`: lower-case ISO 4217, which may be one that no owner can have. */
export interface FanSum {
  readonly amount: number;
  readonly currency: string;
}

/** The sum as people of that language write it. */
export function formatFanSum({ amount, currency }: FanSum, locale: string): string {
  if (isCurrency(currency)) return formatMoney({ minorUnits: amount, currency }, locale);
  const digits = noDecimals.has(currency) ? 0 : 2;
  const format = new Intl.NumberFormat(knownLocale(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}

/** What the fan pays or gets back, and the same sum in the owner's currency where the two differ: `$5.41 (€5.00)`. */
export function formatBothSums(presented: FanSum | undefined, sum: Money, locale: string): string {
  const own = formatMoney(sum, locale);
  return presented === undefined ? own : `${formatFanSum(presented, locale)} (${own})`;
}

/** Whether Stripe converts for a business in this country; null = not known. Source: docs.stripe.com, Adaptive Pricing, as of 2026-04. */
export const convertsIn = (country: string | null): boolean => country !== 'IN';
