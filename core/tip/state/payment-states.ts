import type { PaymentStatus, Tip, TipState } from '../tip';
import { unreachable } from '../../base/result';

/** Where a payment may go from each status. Stripe decides; what is not listed is an old answer and is ignored. */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  draft: [
    'awaiting',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
    'expired',
    'failed',
    'unknown',
  ],
  awaiting: ['requires_action', 'processing', 'succeeded', 'canceled', 'expired', 'unknown'],
  requires_action: ['awaiting', 'processing', 'succeeded', 'canceled', 'expired', 'unknown'],
  processing: ['awaiting', 'requires_action', 'succeeded', 'canceled', 'expired', 'unknown'],
  unknown: ['awaiting', 'requires_action', 'processing', 'succeeded', 'canceled', 'expired', 'failed'],
  // Given up by us or refused; but should Stripe ever say that money moved, Stripe wins.
  canceled: ['succeeded'],
  expired: ['succeeded'],
  failed: ['succeeded'],
  // Stays: refunds and disputes live in their own groups.
  succeeded: [],
};

export function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return from === to || paymentTransitions[from].includes(to);
}

/** A payment that can still become another one: the schedule asks Stripe about these. */
export function isOpenPayment(status: PaymentStatus): boolean {
  switch (status) {
    case 'draft':
    case 'awaiting':
    case 'requires_action':
    case 'processing':
    case 'unknown':
      return true;
    case 'succeeded':
    case 'canceled':
    case 'expired':
    case 'failed':
      return false;
    default:
      return unreachable(status);
  }
}

/** The one word of a tip that lists are sorted and filtered by, derived from its payment, refunds and dispute. */
export function tipState(tip: Pick<Tip, 'amount' | 'payment' | 'dispute'>, movedBack: number): TipState {
  switch (tip.payment.status) {
    case 'draft':
    case 'awaiting':
    case 'requires_action':
    case 'unknown':
      return 'pending';
    case 'processing':
      return 'processing';
    case 'canceled':
    case 'failed':
      return 'failed';
    case 'expired':
      return 'expired';
    case 'succeeded':
      return paidState(tip, movedBack);
    default:
      return unreachable(tip.payment.status);
  }
}

function paidState(tip: Pick<Tip, 'amount' | 'dispute'>, movedBack: number): TipState {
  if (tip.dispute.status === 'open') return 'disputed';
  if (tip.dispute.status === 'lost') return 'lost';
  if (movedBack >= tip.amount) return 'refunded';
  return movedBack > 0 ? 'partially_refunded' : 'paid';
}
