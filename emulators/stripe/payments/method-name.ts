import type { PaymentMethodEntity } from '../state/payment-entities';
import { redirectMethods } from './method-types';

/** What a receipt says about a payment method. */
export const methodName = (method: PaymentMethodEntity): string =>
  method.card === null
    ? redirectMethods[method.redirect].name
    : `${method.card.brand} •••• ${method.card.last4}`;
