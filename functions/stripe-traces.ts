import type Stripe from 'stripe';
import type { TipReference } from './payments';
import { referenceIn } from './stripe-bell';

/** A list of what hangs on payments, with the payments. */
export const madeSince = (since: number) => ({
  created: { gte: Math.floor(since / 1000) },
  limit: 100,
  expand: ['data.payment_intent'],
});

/** The tips whose payments are named by the objects of a list; all its pages are read. */
export async function tipsOf<T extends { payment_intent?: string | Stripe.PaymentIntent | null }>(
  list: AsyncIterable<T>,
  which: (object: T) => boolean = () => true,
): Promise<readonly TipReference[]> {
  const found: TipReference[] = [];
  for await (const object of list) {
    const intent = typeof object.payment_intent === 'object' ? object.payment_intent : null;
    const reference = which(object) ? referenceIn(intent?.metadata) : null;
    if (reference !== null) found.push(reference);
  }
  return found;
}
