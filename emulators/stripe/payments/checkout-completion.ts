import { formatCheckoutSession } from '../format/checkout-session';
import type { Sandbox } from '../sandbox';
import type { CheckoutSessionEntity } from '../state/checkout-entities';
import type { PaymentIntentEntity } from '../state/payment-entities';

const sessionOf = (
  { store }: Sandbox,
  { checkoutSession }: PaymentIntentEntity,
): CheckoutSessionEntity | undefined =>
  checkoutSession === null ? undefined : store.get('checkoutSession', checkoutSession);

function emitEvent(sandbox: Sandbox, type: string, session: CheckoutSessionEntity): void {
  sandbox.emit({ account: session.account, type, object: formatCheckoutSession(sandbox, session) });
}

/**
 * Called for every payment that succeeded or that the bank delayed. A payment of a Checkout Session completes that session; when its money arrives later,
 * there is an event of its own.
 */
export function completeSession(sandbox: Sandbox, intent: PaymentIntentEntity): void {
  const session = sessionOf(sandbox, intent);
  if (!session) return;
  if (session.status === 'complete')
    return emitEvent(sandbox, 'checkout.session.async_payment_succeeded', session);
  // The payment of a subscription belongs to its invoice.
  const paymentIntent = session.plan ? null : intent.id;
  const complete: CheckoutSessionEntity = { ...session, status: 'complete', paymentIntent };
  sandbox.store.put('checkoutSession', complete);
  emitEvent(sandbox, 'checkout.session.completed', complete);
}

/** Called for every payment that failed. A complete session has one when the bank's late answer is no. */
export function failLateSession(sandbox: Sandbox, intent: PaymentIntentEntity): void {
  const session = sessionOf(sandbox, intent);
  if (session?.status === 'complete') emitEvent(sandbox, 'checkout.session.async_payment_failed', session);
}
