import type { PaymentMethodEntity } from '../state/payment-entities';
import { redirectMethods } from './method-types';

/** What a receipt says about a payment method. */
export function methodName({ card, redirect }: PaymentMethodEntity): string {
  if (redirect) return redirectMethods[redirect.type].name;
  return `${card?.brand ?? ''} •••• ${card?.last4 ?? ''}`;
}
