import type Stripe from 'stripe';
import type { ListedDispute, ListedRefund, ListedWarning, TipReference } from './payments';
import { referenceIn } from './webhook-event';
import { disputeSnapshot, refundSnapshot, warningSnapshot } from './stripe-snapshot';

interface HangsOnPayment {
  readonly payment_intent?: string | Stripe.PaymentIntent | null;
}

const madeSince = (since: number) => ({ created: { gte: Math.floor(since / 1000) }, limit: 100 });

/** A list of refunds, disputes or warnings, with their payments. */
export const withIntents = (since: number) => ({ ...madeSince(since), expand: ['data.payment_intent'] });

/** The same, with the payments' charges. */
export const withCharges = (since: number) => ({
  ...madeSince(since),
  expand: ['data.payment_intent.latest_charge'],
});

/** The refunds, disputes or warnings of our payments; all pages of the list are read. */
export async function ofTips<T extends HangsOnPayment, Listed>(
  list: AsyncIterable<T>,
  read: (reference: TipReference, object: T, intent: Stripe.PaymentIntent) => Listed,
): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  for await (const object of list) {
    const intent = typeof object.payment_intent === 'object' ? object.payment_intent : null;
    const reference = referenceIn(intent?.metadata);
    if (intent !== null && reference !== null) found.push(read(reference, object, intent));
  }
  return found;
}

export function listedRefund(
  reference: TipReference,
  refund: Stripe.Refund,
  { latest_charge: charge }: Stripe.PaymentIntent,
): ListedRefund {
  const refunded = charge !== null && typeof charge === 'object' ? charge.amount_refunded : 0;
  return { reference, refunded, refund: refundSnapshot(refund) };
}

export const listedDispute = (reference: TipReference, dispute: Stripe.Dispute): ListedDispute => ({
  reference,
  dispute: disputeSnapshot(dispute),
});

export const listedWarning = (
  reference: TipReference,
  warning: Stripe.Radar.EarlyFraudWarning,
): ListedWarning => ({ reference, warning: warningSnapshot(warning) });
