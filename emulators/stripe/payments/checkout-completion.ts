import { formatCheckoutSession } from '../format/checkout-session';
import type { Sandbox } from '../sandbox';
import type { CheckoutSessionEntity } from '../state/checkout-entities';
import type { PaymentIntentEntity } from '../state/payment-entities';

/** Called for every successful payment. A payment of a Checkout Session completes that session. */
export function completeSession(sandbox: Sandbox, intent: PaymentIntentEntity): void {
  const session =
    intent.checkoutSession === null
      ? undefined
      : sandbox.store.get('checkoutSession', intent.checkoutSession);
  if (!session) return;
  const complete: CheckoutSessionEntity = { ...session, status: 'complete', paymentIntent: intent.id };
  sandbox.store.put('checkoutSession', complete);
  sandbox.emit({
    account: complete.account,
    type: 'checkout.session.completed',
    object: formatCheckoutSession(sandbox, complete),
  });
}
