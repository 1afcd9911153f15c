import type { Sandbox } from '../sandbox';
import type { CheckoutSessionEntity } from '../state/checkout-entities';
import { invalidParameter } from '../wire/refusal';
import { hasRate, presentedAmount } from './exchange-rates';
import { offeredTypes, payableOf } from './offered-types';

/** Countries by the currency that their fans pay in. */
const COUNTRIES: Readonly<Record<string, string>> = {
  usd: 'US',
  aud: 'AU',
  brl: 'BR',
  cad: 'CA',
  chf: 'CH LI',
  czk: 'CZ',
  dkk: 'DK',
  eur: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  gbp: 'GB',
  hkd: 'HK',
  huf: 'HU',
  inr: 'IN',
  jpy: 'JP',
  krw: 'KR',
  mxn: 'MX',
  nok: 'NO',
  nzd: 'NZ',
  pln: 'PL',
  ron: 'RO',
  sek: 'SE',
  sgd: 'SG',
  thb: 'TH',
  zar: 'ZA',
};

const CURRENCY_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(COUNTRIES).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency]),
  ),
);

/** A currency that the page may be paid in. */
export interface Price {
  readonly currency: string;
  /** In minor units of the currency. */
  readonly amount: number;
  /** The ways to pay that Stripe offers for it. */
  readonly ways: readonly string[];
}

/**
 * The currency of the country in an address like `fan+location_FR@example.com`, which is Stripe's way to test; null = no known country.
 */
function currencyOfAddress(email: string | null): string | null {
  const [, country = ''] = /\+location_([a-z]{2})@/i.exec(email ?? '') ?? [];
  return CURRENCY_OF[country.toUpperCase()] ?? null;
}

/** The fan's own currency, when Stripe would show it and it has a way to pay. */
function fansPrice(sandbox: Pick<Sandbox, 'store'>, session: CheckoutSessionEntity): Price | null {
  const currency = currencyOfAddress(session.customerEmail);
  if (session.adaptivePricing !== true || currency === null) return null;
  if (currency === session.currency || !hasRate(session.currency)) return null;
  if (sandbox.store.get('account', session.account)?.country === 'IN') return null;
  const ours = payableOf(session);
  const amount = presentedAmount(ours.amount, session.currency, currency);
  const ways = offeredTypes(sandbox, { ...ours, amount, currency }, session.allowedTypes);
  return ways.length === 0 ? null : { currency, amount, ways };
}

/** What a fan can choose on the page: their own currency first where the session allows it, and the session's currency always. */
export function pricesOf(
  sandbox: Pick<Sandbox, 'store'>,
  session: CheckoutSessionEntity,
): readonly [Price, ...Price[]] {
  const { amount, currency } = payableOf(session);
  const ways = offeredTypes(sandbox, payableOf(session), session.allowedTypes);
  const ours: Price = { currency, amount, ways };
  const theirs = fansPrice(sandbox, session);
  return theirs ? [theirs, ours] : [ours];
}

/** The price in this currency; null = in the session's. Refuses a currency that the page does not show. */
export function priceIn(
  sandbox: Pick<Sandbox, 'store'>,
  session: CheckoutSessionEntity,
  currency: string | null,
): Price {
  const wanted = currency ?? session.currency;
  const price = pricesOf(sandbox, session).find((one) => one.currency === wanted);
  if (!price) throw invalidParameter('currency', `This page cannot be paid in ${wanted}.`);
  return price;
}
