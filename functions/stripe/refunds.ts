import type { RefundRequest } from '../../core/documents/refund-document';
import type { PaymentsResult } from './payments';

/** The port to Stripe's refunds. Amounts in minor units of the charge's currency. */
export interface Refunds {
  /** The same tip and request id is the same refund, however often it is asked for. */
  createRefund(order: RefundOrder): Promise<PaymentsResult<MadeRefund>>;
}

export interface RefundOrder {
  readonly account: string | null;
  readonly paymentIntentId: string;
  readonly tipId: string;
  readonly requestId: string;
  /** Part of the key: 0 at first, another one after Stripe has kept an error under the key. */
  readonly keyRound: number;
  readonly amount: number;
  readonly reason: RefundRequest['reason'];
  /** The tip had a host's share: it goes back in proportion. */
  readonly withApplicationFee: boolean;
}

export interface MadeRefund {
  readonly refundId: string;
  readonly status: Exclude<RefundRequest['status'], 'requested'>;
  readonly failureReason: string | null;
}
