import type { PaymentMethodEntity } from '../state/payment-entities';
import { redirectMethods } from './method-types';

/** What a receipt says about a payment method. */
export function methodName(method: PaymentMethodEntity): string {
  if (method.card !== null) return `${method.card.brand} •••• ${method.card.last4}`;
  return method.redirect === null ? 'Link' : redirectMethods[method.redirect].name;
}
