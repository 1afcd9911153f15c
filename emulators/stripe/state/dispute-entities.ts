import type { Metadata, PresentmentEntity } from './payment-entities';

export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer';

export interface RefundEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly charge: string;
  readonly paymentIntent: string;
  readonly paymentMethod: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: RefundReason | null;
  readonly metadata: Metadata;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  readonly pendingReason: 'insufficient_funds' | 'processing' | null;
  readonly failureReason: string | null;
  readonly balanceTransaction: string | null;
  readonly failureBalanceTransaction: string | null;
  readonly applicationFeeRefunded: number;
  /** Its part of what the fan paid in their own currency; absent = the fan paid in ours. */
  readonly presentment?: PresentmentEntity;
}

export type DisputeStatus =
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'prevented'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed';

export interface DisputeEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly charge: string;
  readonly paymentIntent: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: 'fraudulent' | 'product_not_received' | 'general';
  readonly status: DisputeStatus;
  /** A claim of a buyer at Amazon, not a chargeback; absent = a chargeback. */
  readonly isClaim?: boolean;
  readonly dueBy: number;
  readonly evidenceText: string | null;
  readonly submissions: number;
  readonly balanceTransactions: readonly string[];
  readonly metadata: Metadata;
}

export interface EarlyFraudWarningEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly charge: string;
  readonly paymentIntent: string;
}
