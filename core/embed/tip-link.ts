import { isWithinLimits, type AmountLimits } from '../amounts/amount-limits';
import { currencyCodes, type Currency, type Money } from '../money/money';

/** The most characters that the place in a tip link can have: a longer one makes the printed code finer. */
export const maxPlaceLength = 30;

const place = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether this can be the `at` of a tip link: small Latin letters, digits, and single hyphens between them. */
export const isPlace = (given: string): boolean => given.length <= maxPlaceLength && place.test(given);

/** The `at` that is nearest to a typed text ("Café Zoë, 2" is `cafe-zoe-2`); empty when no letter or digit is left. It may be too long. */
export function placeOfText(typed: string): string {
  const words = typed
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? []).join('-');
}

/** The parameters of a link to the tip form. */
export interface TipLink {
  /** The amount that the form suggests; null = none. */
  readonly amount: Money | null;
  /** Where the fan is (`hat`, `bar-2`); the tip keeps it as its placement. Null = unknown. */
  readonly at: string | null;
}

/** The address with the link's query: `https://busker.example/@ada/tip?amount=500&cur=usd&at=hat`. The amount is in minor units. */
export function tipLinkAddress(tipUrl: string, { amount, at }: TipLink): string {
  const query = new URLSearchParams({
    ...(amount !== null && { amount: String(amount.minorUnits), cur: amount.currency }),
    ...(at !== null && { at }),
  }).toString();
  return query === '' ? tipUrl : `${tipUrl}?${query}`;
}

/** A link's query as it came. Nobody checked it. */
export type TipLinkQuery = Readonly<Partial<Record<'amount' | 'cur' | 'at', string | undefined>>>;

/** The terms of today, which may differ from those of the day when a code was printed. */
export interface LinkTerms {
  readonly currency: Currency;
  readonly limits: AmountLimits;
}

/**
 * Reads a tip link. What is not usable is ignored without a word, because no fan can change a printed code. The amount counts only in today's
 * currency and within today's limits: a code for ¥500 must not become $5.00.
 */
export function readTipLink({ amount, cur, at }: TipLinkQuery, { currency, limits }: LinkTerms): TipLink {
  const minorUnits = amount !== undefined && /^[1-9]\d{0,7}$/.test(amount) ? Number(amount) : 0;
  const counts = currencyOf(cur) === currency && isWithinLimits(minorUnits, limits);
  return { amount: counts ? { minorUnits, currency } : null, at: readPlace(at) };
}

export const readPlace = (at: string | undefined): string | null =>
  at !== undefined && isPlace(at) ? at : null;

const currencyOf = (cur: string | undefined): Currency | undefined =>
  currencyCodes.find((code) => code === cur?.toLowerCase());
