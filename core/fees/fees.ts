import { roundDownToStep, type FeeRule } from '../amounts/amount-limits';
import { currencies, type Currency } from '../money/money';

/** Stripe's fee for a domestic standard card in one country: `bps` basis points plus a fixed part that depends on the currency. */
export interface CountryFee {
  readonly bps: number;
  /** Minor units. A currency without a row has no estimate. */
  readonly fixed: Readonly<Partial<Record<Currency, number>>>;
  /** The month of the source, `YYYY-MM`. */
  readonly asOf: string;
  /** `stripe`: a page of Stripe's own; `third-party`: other sites that agree, to be checked against stripe.com/pricing. */
  readonly source: 'stripe' | 'third-party';
}

const fee = (
  bps: number,
  fixed: CountryFee['fixed'],
  asOf: string,
  source: CountryFee['source'],
): CountryFee => ({ bps, fixed, asOf, source });

// Stripe, "Pricing updates for businesses based in the European Economic Area": one rate, the fixed part in each local currency.
const eea = fee(
  150,
  { eur: 25, czk: 650, dkk: 180, huf: 8500, pln: 100, ron: 100, sek: 180, chf: 30 },
  '2023-04',
  'stripe',
);

const eeaCountries =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/**
 * Estimates by the country of the owner's Stripe account (ISO 3166, upper case). The actual fee of a tip comes with its balance transaction. Change a
 * row together with its `asOf`.
 */
export const feeTable: Readonly<Record<string, CountryFee>> = {
  ...Object.fromEntries(eeaCountries.map((country) => [country, eea])),
  NO: fee(240, { nok: 200 }, '2023-04', 'stripe'),
  CH: fee(290, { chf: 30 }, '2025-01', 'third-party'),
  GB: fee(150, { gbp: 20 }, '2025-01', 'third-party'),
  US: fee(290, { usd: 30 }, '2026-10', 'third-party'),
  CA: fee(290, { cad: 30 }, '2026-10', 'third-party'),
  AU: fee(170, { aud: 30 }, '2025-01', 'third-party'),
  SG: fee(340, { sgd: 50 }, '2025-01', 'third-party'),
  JP: fee(360, { jpy: 0 }, '2025-01', 'third-party'),
  TH: fee(365, { thb: 1000 }, '2026-09', 'third-party'),
};

const whole = 10_000;

/** Null when we have no fee for that account: then nothing is estimated, and "cover the costs" is not offered. */
export function feeRule(country: string | null, currency: Currency, platformBps = 0): FeeRule | null {
  const row = country !== null && Object.hasOwn(feeTable, country) ? feeTable[country] : undefined;
  const fixed = row?.fixed[currency];
  return row === undefined || fixed === undefined ? null : { bps: row.bps, fixed, platformBps };
}

/** The estimate of Stripe's fee for `amount`, in minor units, rounded half up as Stripe does. Zero when we have no fee. */
export function estimateFee(amount: number, rule: Pick<FeeRule, 'bps' | 'fixed'> | null): number {
  return rule === null ? 0 : Math.floor((amount * rule.bps + whole / 2) / whole) + rule.fixed;
}

/**
 * The host's share of `amount`, rounded down. Zero when the owner would keep nothing after Stripe's estimated fee: Stripe refuses a share above the
 * captured amount. A zero share must be left out of the request.
 */
export function applicationFee(
  amount: number,
  platformBps: number,
  currency: Currency,
  estimatedFee: number,
): number {
  const share = roundDownToStep(Math.floor((amount * platformBps) / whole), currencies[currency].step);
  return share < amount - estimatedFee ? share : 0;
}

/** Stripe Billing's own fee for recurring payments, on top of the card's: 0.7 % (stripe.com/billing/pricing, 2026-10). */
export const billingBps = 70;

/** The estimate of the fee of a monthly or yearly payment. */
export const billingRule = (rule: FeeRule): FeeRule => ({ ...rule, bps: rule.bps + billingBps });

/**
 * Countries whose accounts pay a host's share only to a platform of the same country. Stripe refuses the payment otherwise. Stripe documents Brazil
 * (https://docs.stripe.com/connect/saas/tasks/app-fees); the others are known from the same refusal, which others have reported. Whether a platform
 * inside one of them may take a share there is not confirmed either.
 */
export const shareOnlyAtHome = ['BR', 'IN', 'MX', 'MY', 'SG', 'TH'] as const;

/** Whether the host's own country decides about the share of an account in this country. */
export const asksForHostCountry = (country: string | null): boolean =>
  shareOnlyAtHome.some((each) => each === country);

/** The host's share of an account's tips, in basis points: none where Stripe would refuse the payment. `hostCountry` null = not known. */
export const hostShareBps = (
  platformBps: number,
  country: string | null,
  hostCountry: string | null,
): number => (asksForHostCountry(country) && country !== hostCountry ? 0 : platformBps);

/**
 * A fee that Stripe booked on an owner's balance apart from the payments: a balance transaction of the type `stripe_fee`. Stripe Billing's and MobilePay's
 * are such lines (https://docs.stripe.com/reports/balance-transaction-types).
 */
export interface FeeLine {
  /** The balance transaction's. */
  readonly id: string;
  /** When Stripe booked it, in milliseconds. */
  readonly at: number;
  /** As Stripe writes it (`usd`); may be a currency that Busker takes no tips in. */
  readonly currency: string;
  /** Minor units that the owner paid. Negative: Stripe gave a fee back. */
  readonly amount: number;
}

/** All such fees of one currency. */
export type FeeSum = Pick<FeeLine, 'currency' | 'amount'>;

/** One sum for each currency, ordered by currency. */
export function feeSums(lines: Iterable<FeeSum>): FeeSum[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency, 'en'));
}

interface MonthOfFees {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly sums: FeeSum[];
}

/** The sums of each month, oldest first. `dayOf` names the day of a time as the owner's zone has it. */
export function feesByMonth(
  lines: Iterable<FeeLine>,
  dayOf: (millis: number) => string,
  { from, until }: { readonly from: string; readonly until: string },
): MonthOfFees[] {
  const months = new Map<string, FeeLine[]>();
  for (const line of lines) {
    const day = dayOf(line.at);
    if (day < from || day > until) continue;
    const month = day.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), line]);
  }
  return [...months]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([month, some]) => ({ month, sums: feeSums(some) }));
}
