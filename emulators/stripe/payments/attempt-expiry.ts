import type { Sandbox } from '../sandbox';
import type { PaymentIntentEntity, PaymentMethodEntity } from '../state/payment-entities';
import { redirectMethods } from './method-types';

/** The time to confirm a code in the bank's app, in seconds (docs.stripe.com/payments/blik). */
export const CODE_TIME = 60;

/** Whether the buyer confirms with a code that ends soon. */
export const hasCode = (method: PaymentMethodEntity): boolean =>
  method.card === null && redirectMethods[method.redirect].asksCode;

/** Ends this attempt in a minute, if it is one with a code. A later attempt has another source. */
export function scheduleExpiry(
  { store, ids, clock }: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
): void {
  if (!intent.challenge || !hasCode(method)) return;
  store.put('job', {
    id: ids.next('job'),
    dueAt: clock.now() + CODE_TIME * 1000,
    task: { kind: 'expire-attempt', paymentIntent: intent.id, source: intent.challenge.source },
  });
}
