import type { Sandbox } from '../sandbox';
import type { PaymentIntentEntity, PaymentMethodEntity } from '../state/payment-entities';
import { confirmingOf } from './method-types';
import { redirectOf } from './type-of-method';

/** The time to confirm in an app that rings by itself, in seconds; null = another way to confirm. Source: docs.stripe.com/payments/blik. */
export function secondsToConfirm(method: PaymentMethodEntity): number | null {
  const way = redirectOf(method);
  const confirming = way === null ? null : confirmingOf(way);
  return confirming?.kind === 'push' ? confirming.seconds : null;
}

/** Ends this attempt when its time to confirm is over. A later attempt has another source. */
export function scheduleExpiry(
  { store, ids, clock }: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
): void {
  const seconds = secondsToConfirm(method);
  if (!intent.challenge || seconds === null) return;
  store.put('job', {
    id: ids.next('job'),
    dueAt: clock.now() + seconds * 1000,
    task: { kind: 'expire-attempt', paymentIntent: intent.id, source: intent.challenge.source },
  });
}
