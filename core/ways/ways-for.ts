import type { Currency } from '../money/currency-codes';
import { ways, type Way } from './ways';

/** Where a fan pays. `in-frame`: in a page inside another site's frame, where banks refuse to open. */
export const wayPlaces = ['in-page', 'in-frame', 'hosted'] as const;
export type WayPlace = (typeof wayPlaces)[number];

/** The list of cards that do not say where they are, and of tips that were stored before there was a list. */
export const usualWays: readonly string[] = ['card', 'link'];

/** Whether an owner with this currency can be paid this way. */
export const worksIn = (currency: Currency, { currencies }: Way): boolean =>
  currencies === 'all' || currencies.includes(currency);

const worksAt = (where: WayPlace, way: Way): boolean => {
  if (where === 'hosted') return way.hosted;
  return way.deferred && (where === 'in-page' || way.leaves === 'no');
};

/**
 * The types of payment method that Stripe may offer a fan, for `allowed_payment_method_types`. Stripe itself leaves out what the owner's account has
 * not switched on, so the account needs no look. The card form and the payment intent must get the same list. `table`: the one of this release.
 */
export const waysFor = (
  currency: Currency,
  where: WayPlace,
  table: readonly Way[] = ways,
): readonly string[] =>
  table.filter((way) => worksIn(currency, way) && worksAt(where, way)).map(({ type }) => type);

/** Every type of Stripe's own page, for fans who may pay in their own currency there: Stripe offers what fits the currency in which they pay. */
export const hostedWays = (table: readonly Way[] = ways): readonly string[] =>
  table.filter(({ hosted }) => hosted).map(({ type }) => type);

/** The list of an account that has no Link: Stripe refuses to show its button there. */
export const withoutLink = (list: readonly string[], link: boolean): readonly string[] =>
  link ? list : list.filter((type) => type !== 'link');
