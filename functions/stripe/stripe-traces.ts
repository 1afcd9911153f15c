import type Stripe from 'stripe';
import type { ListedTrace } from './payments';
import { referenceIn } from './webhook-event';
import { disputeSnapshot, warningSnapshot } from './stripe-snapshot';

interface HangsOnPayment {
  readonly payment_intent?: string | Stripe.PaymentIntent | null;
}

/** The first hundred that were created since then (epoch milliseconds). */
export const madeSince = (since: number) => ({ created: { gte: Math.floor(since / 1000) }, limit: 100 });

/** A list of disputes or warnings, with their payments. */
export const withIntents = (since: number) => ({ ...madeSince(since), expand: ['data.payment_intent'] });

/** The disputes or warnings of payments; all pages of the list are read. */
export async function tracesIn<T extends HangsOnPayment, Trace>(
  list: AsyncIterable<T>,
  read: (object: T) => Trace,
): Promise<readonly (Trace & ListedTrace)[]> {
  const found: (Trace & ListedTrace)[] = [];
  for await (const object of list) {
    const intent = typeof object.payment_intent === 'object' ? object.payment_intent : null;
    if (intent === null) continue;
    found.push({ ...read(object), reference: referenceIn(intent.metadata), paymentIntentId: intent.id });
  }
  return found;
}

export const readDispute = (dispute: Stripe.Dispute) => ({ dispute: disputeSnapshot(dispute) });

export const readWarning = (warning: Stripe.Radar.EarlyFraudWarning) => ({
  warning: warningSnapshot(warning),
});
