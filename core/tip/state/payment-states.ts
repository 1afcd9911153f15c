import type { PaymentStatus, Tip, TipState } from '../tip';
import { unreachable } from '../../base/result';

/** The allowed transitions of a payment. Stripe decides; any other transition comes from an outdated answer and is ignored. */
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
  awaiting: ['requires_action', 'processing', 'succeeded', 'canceled', 'expired', 'failed', 'unknown'],
  requires_action: ['awaiting', 'processing', 'succeeded', 'canceled', 'expired', 'failed', 'unknown'],
  processing: ['awaiting', 'requires_action', 'succeeded', 'canceled', 'expired', 'failed', 'unknown'],
  unknown: ['awaiting', 'requires_action', 'processing', 'succeeded', 'canceled', 'expired', 'failed'],
  // Busker gave up or was refused. If Stripe still reports that money moved, Stripe's answer is used.
  canceled: ['succeeded'],
  expired: ['succeeded'],
  failed: ['succeeded'],
  // Final: refunds and disputes have their own groups.
  succeeded: [],
};

export function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return from === to || paymentTransitions[from].includes(to);
}

/** Payments that can still change: the sweep asks Stripe about these. */
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

/** The tip's state for lists and filters, derived from its payment, refunds and dispute. */
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
