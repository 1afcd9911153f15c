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
