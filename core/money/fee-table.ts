import type { Currency } from './money';

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
