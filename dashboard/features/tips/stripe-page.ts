import type { Tip } from '../../../core/tip/tip';
import { stripeAddress } from '../../shared/stripe-address';

/** The tip's page in Stripe's dashboard; null in the local sandbox, which has none. */
export function stripePage(tip: Tip, what: 'payment' | 'dispute' | 'subscription'): string | null {
  const [part, id] = {
    payment: ['payments', tip.stripe.paymentIntentId] as const,
    dispute: ['disputes', tip.dispute.disputeId] as const,
    subscription: ['subscriptions', tip.cycle?.subscriptionId ?? null] as const,
  }[what];
  return stripeAddress(tip, part, id);
}
