import type { RefundRequest } from '../../core/documents/refund-document';
import type { PaymentsResult } from './payments';

/** The port to Stripe's refunds. Amounts in minor units of the charge's currency. */
export interface Refunds {
  /** The same tip and request id is the same refund, however often it is sent. */
  createRefund(order: RefundOrder): Promise<PaymentsResult<MadeRefund>>;
}

export interface RefundOrder {
  readonly account: string | null;
  readonly paymentIntentId: string;
  readonly tipId: string;
  readonly requestId: string;
  /** Part of the idempotency key: 0 at first, increased after Stripe stored an error under the key. */
  readonly keyRound: number;
  readonly amount: number;
  readonly reason: RefundRequest['reason'];
  /** The tip had a host's share, which is refunded in proportion. */
  readonly withApplicationFee: boolean;
}

export interface MadeRefund {
  readonly refundId: string;
  readonly status: Exclude<RefundRequest['status'], 'requested'>;
  readonly failureReason: string | null;
}
