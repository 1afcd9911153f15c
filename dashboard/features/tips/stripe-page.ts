import type { Tip } from '../../../core/tip/tip';

/** Where Stripe's dashboard shows it; null on the local stand-in, which has no such pages. */
export function stripePage(tip: Tip, what: 'payment' | 'dispute'): string | null {
  const id = what === 'payment' ? tip.stripe.paymentIntentId : tip.dispute.disputeId;
  if (id === null || tip.mode === 'sandbox') return null;
  const part = what === 'payment' ? 'payments' : 'disputes';
  return `https://dashboard.stripe.com/${tip.livemode ? '' : 'test/'}${part}/${encodeURIComponent(id)}`;
}
