import type { Tip } from '../../../core/tip/tip';

/** The tip's page in Stripe's dashboard; null in the local sandbox, which has none. */
export function stripePage(tip: Tip, what: 'payment' | 'dispute'): string | null {
  const id = what === 'payment' ? tip.stripe.paymentIntentId : tip.dispute.disputeId;
  if (id === null || tip.mode === 'sandbox') return null;
  const part = what === 'payment' ? 'payments' : 'disputes';
  return `https://dashboard.stripe.com/${tip.livemode ? '' : 'test/'}${part}/${encodeURIComponent(id)}`;
}
