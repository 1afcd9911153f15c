import type Stripe from 'stripe';
import type { FeeLine } from '../../core/money/fee-lines';
import type { ListedBooking } from './payments';
import { disputeSnapshot, idOf, refundSnapshot } from './stripe-snapshot';
import { madeSince } from './stripe-traces';
import { referenceIn } from './webhook-event';

/** A list of balance transactions, with the charges, refunds and disputes that they are about. */
export const withSources = (since: number) => ({ ...madeSince(since), expand: ['data.source'] });

/** The lines that are about payments; all pages of the list are read. Payouts, Stripe's own fees and other lines are left out. */
export async function bookingsIn(
  list: AsyncIterable<Stripe.BalanceTransaction>,
): Promise<readonly ListedBooking[]> {
  const found: ListedBooking[] = [];
  for await (const { source, created } of list) {
    if (typeof source !== 'object' || source === null || !('object' in source)) continue;
    const about = aboutOf(source);
    const paymentIntentId = 'payment_intent' in source ? idOf(source.payment_intent) : null;
    if (about !== undefined && paymentIntentId !== null)
      found.push({ bookedAt: created * 1000, paymentIntentId, about });
  }
  return found;
}

function aboutOf(
  source: Exclude<Stripe.BalanceTransactionSource, string>,
): ListedBooking['about'] | undefined {
  if (source.object === 'refund') return { kind: 'refund', refund: refundSnapshot(source) };
  if (source.object === 'dispute') return { kind: 'dispute', dispute: disputeSnapshot(source) };
  if (source.object !== 'charge') return undefined;
  return {
    kind: 'charge',
    reference: referenceIn(source.metadata),
    paidAt: source.created * 1000,
    amount: source.amount,
    refunded: source.amount_refunded,
    disputed: source.disputed,
  };
}

/** A list of the fees that Stripe books apart from the payments. */
export const ownFees = (since: number) => ({ ...madeSince(since), type: 'stripe_fee' });

/** All pages of the list are read. `net` is what the line did to the balance, so a fee that Stripe gave back is negative here. */
export async function feesIn(list: AsyncIterable<Stripe.BalanceTransaction>): Promise<readonly FeeLine[]> {
  const found: FeeLine[] = [];
  for await (const { id, created, currency, net } of list)
    found.push({ id, at: created * 1000, currency, amount: 0 - net });
  return found;
}
