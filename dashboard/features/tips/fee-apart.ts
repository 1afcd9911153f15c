import { feeApartName, feeApartOf } from '../../../core/tip/book-sums';
import type { Tip } from '../../../core/tip/tip';

/** The name of what has a fee that Stripe books apart from the tip; null = what Stripe booked for the tip is all. */
export const feeApart = (tip: Pick<Tip, 'cycle' | 'stripe'>): string | null => feeApartName(feeApartOf(tip));

/** What is left of a paid tip before such a fee, in minor units of its currency; null = no such fee, not booked yet, or changed by a refund or dispute. */
export function netBeforeOwnFee(tip: Tip): number | null {
  const { fees, refund, contrib, currency } = tip;
  const isBooked = fees.settlementCurrency === null || fees.settlementCurrency === currency;
  const isWhole = refund.refunded + refund.pending + contrib.disputed === 0;
  return feeApart(tip) !== null && isBooked && isWhole ? fees.net : null;
}
