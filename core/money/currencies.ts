import type { Currency } from './currency-codes';

export { currencyCodes, isCurrency, type Currency } from './currency-codes';

/**
 * A currency's rules. They never come from Intl, which reports 0 decimals for ISK, UGX and HUF, where Stripe expects amounts times 100. Amounts in
 * minor units. Source: Stripe's currency page as of 2026-10; the three-decimal rule is from older copies of it.
 */
export interface CurrencyRules {
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
