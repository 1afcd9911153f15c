import type Stripe from 'stripe';
import type { RefundEntity } from '../state/dispute-entities';
import { formatPresentment } from './presentment';

export function formatRefund(refund: RefundEntity): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.failureBalanceTransaction !== null && {
      failure_balance_transaction: refund.failureBalanceTransaction,
    }),
    ...(refund.failureReason !== null && { failure_reason: refund.failureReason }),
    metadata: { ...refund.metadata },
    payment_intent: refund.paymentIntent,
    payment_method: refund.paymentMethod,
    ...(refund.pendingReason !== null && { pending_reason: refund.pendingReason }),
    ...formatPresentment(refund.presentment),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}
