import type { Tip } from '../../core/tip/tip';

/** A page of Stripe's dashboard; null in the local sandbox, which has none. */
export function stripeAddress(
  { mode, livemode }: Pick<Tip, 'mode' | 'livemode'>,
  part: 'payments' | 'disputes' | 'subscriptions' | 'customers',
  id: string | null,
): string | null {
  if (id === null || mode === 'sandbox') return null;
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}${part}/${encodeURIComponent(id)}`;
}
