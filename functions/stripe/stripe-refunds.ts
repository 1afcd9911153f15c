import { metadataKeys } from '../../core/tip/state/payment-snapshot';
import type Stripe from 'stripe';
import type { PaymentsResult } from './payments';
import type { MadeRefund, RefundOrder, Refunds } from './refunds';
import { keyIn, on } from './stripe-call';
import { askedOf, type Asked } from './stripe-failure';

function statusOf(given: string | null): MadeRefund['status'] {
  if (given === 'succeeded' || given === 'failed' || given === 'canceled') return given;
  // `requires_action` counts as pending.
  return 'pending';
}

export class StripeRefunds implements Refunds {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  createRefund(order: RefundOrder): Promise<PaymentsResult<MadeRefund>> {
    const { account, paymentIntentId, tipId, requestId, keyRound, amount, reason, withApplicationFee } =
      order;
    return this.asked(async () => {
      const refund = await this.stripe.refunds.create(
        {
          payment_intent: paymentIntentId,
          amount,
          reason,
          // If the answer is lost for longer than Stripe stores the key, this metadata still identifies the request.
          metadata: { [metadataKeys.requestId]: requestId },
          ...(withApplicationFee ? { refund_application_fee: true } : {}),
        },
        { ...on(account), idempotencyKey: keyIn(keyRound, `refund:${tipId}:${requestId}`) },
      );
      const failureReason = refund.failure_reason ?? null;
      return { refundId: refund.id, status: statusOf(refund.status), failureReason };
    });
  }
}
