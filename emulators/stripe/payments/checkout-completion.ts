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
  // The payment of a subscription belongs to its invoice.
  const paymentIntent = session.plan ? null : intent.id;
  const complete: CheckoutSessionEntity = { ...session, status: 'complete', paymentIntent };
  sandbox.store.put('checkoutSession', complete);
  sandbox.emit({
    account: complete.account,
    type: 'checkout.session.completed',
    object: formatCheckoutSession(sandbox, complete),
  });
}
