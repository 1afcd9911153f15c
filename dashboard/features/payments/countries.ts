import type { Currency } from '../../../core/money/currency-codes';

/** The countries in which Stripe opens accounts with card payments, with their currency. */
export const countries: Readonly<Record<string, Currency>> = {
  AE: 'aed',
  AT: 'eur',
  AU: 'aud',
  BE: 'eur',
  BG: 'eur',
  BR: 'brl',
  CA: 'cad',
  CH: 'chf',
  CY: 'eur',
  CZ: 'czk',
  DE: 'eur',
  DK: 'dkk',
  EE: 'eur',
  ES: 'eur',
  FI: 'eur',
  FR: 'eur',
  GB: 'gbp',
  GR: 'eur',
  HK: 'hkd',
  HR: 'eur',
  HU: 'huf',
  IE: 'eur',
  IT: 'eur',
  JP: 'jpy',
  LI: 'chf',
  LT: 'eur',
  LU: 'eur',
  LV: 'eur',
  MT: 'eur',
  MX: 'mxn',
  MY: 'myr',
  NL: 'eur',
  NO: 'nok',
  NZ: 'nzd',
  PL: 'pln',
  PT: 'eur',
  RO: 'ron',
  SE: 'sek',
  SG: 'sgd',
  SI: 'eur',
  SK: 'eur',
  TH: 'thb',
  US: 'usd',
};

/** Sorted by name in that language. */
export function countryChoices(
  locale: string,
): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return Object.keys(countries)
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
}

/** The country of the browser's language (`de-AT`), if Stripe supports it. */
export function likelyCountry(languages: readonly string[]): string | null {
  const regions = languages.map((language) => /-([A-Z]{2})\b/.exec(language)?.[1] ?? '');
  return regions.find((region) => Object.hasOwn(countries, region)) ?? null;
}
