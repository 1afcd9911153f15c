import type { PaymentMethodEntity } from '../state/payment-entities';
import { redirectMethods } from './method-types';
import type { CardBehaviour } from './card-behaviour';

/** A bank or wallet always asks the buyer on its own page, and then pays. */
const ofRedirects = (isSlow: boolean): CardBehaviour => ({
  authentication: 'challenge',
  bank: {
    kind: 'approved',
    risk: 'normal',
    cvcCheck: 'pass',
    later: isSlow ? 'refund-pending-first' : 'nothing',
    availableAtOnce: false,
  },
});

/** What happens when this payment method is charged. */
export function behaviourOf(method: PaymentMethodEntity): CardBehaviour {
  if (method.card !== null) return method.card.behaviour;
  return method.redirect === null
    ? method.behaviour
    : ofRedirects(redirectMethods[method.redirect].refundPendingDays !== null);
}
