import type { PaymentMethodEntity } from '../state/payment-entities';
import type { RedirectType } from './method-types';

/** Stripe's name of a payment method's type. */
export const typeOfMethod = (method: PaymentMethodEntity): 'card' | 'link' | RedirectType =>
  method.card === null ? (method.redirect ?? 'link') : 'card';

/** The bank, wallet or app that asks the buyer; null = a card or Link, or no method. */
export const redirectOf = (method: PaymentMethodEntity | undefined): RedirectType | null =>
  method?.card === null ? method.redirect : null;
