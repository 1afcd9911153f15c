import type Stripe from 'stripe';
import type { ListedDispute, ListedWarning, TipReference } from './payments';
import { referenceIn } from './webhook-event';
import { disputeSnapshot, warningSnapshot } from './stripe-snapshot';

interface HangsOnPayment {
  readonly payment_intent?: string | Stripe.PaymentIntent | null;
}

/** The first hundred that were created since then (epoch milliseconds). */
export const madeSince = (since: number) => ({ created: { gte: Math.floor(since / 1000) }, limit: 100 });

/** A list of disputes or warnings, with their payments. */
export const withIntents = (since: number) => ({ ...madeSince(since), expand: ['data.payment_intent'] });

/** The disputes or warnings of our payments; all pages of the list are read. */
export async function ofTips<T extends HangsOnPayment, Listed>(
  list: AsyncIterable<T>,
  read: (reference: TipReference, object: T) => Listed,
): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  for await (const object of list) {
    const intent = typeof object.payment_intent === 'object' ? object.payment_intent : null;
    const reference = referenceIn(intent?.metadata);
    if (reference !== null) found.push(read(reference, object));
  }
  return found;
}

export const listedDispute = (reference: TipReference, dispute: Stripe.Dispute): ListedDispute => ({
  reference,
  dispute: disputeSnapshot(dispute),
});

export const listedWarning = (
  reference: TipReference,
  warning: Stripe.Radar.EarlyFraudWarning,
): ListedWarning => ({ reference, warning: warningSnapshot(warning) });
