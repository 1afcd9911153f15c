import type { FanSum } from '../money/fan-money';
import type { RiskLevel, TipAmounts } from '../tip/tip';

/**
 * Stripe's data about one tip's payment, in our own types. The Stripe adapter of functions/ fills it from one fresh read; tip-projection.ts turns it
 * into the tip. Amounts in minor units of the charge's currency, times in epoch milliseconds (Stripe's are seconds), ids as Stripe writes them.
 */
export interface PaymentSnapshot {
  /** When the adapter sent the request, by the server's clock. */
  readonly askedAt: number;
  /** The connected account; null in single mode. */
  readonly accountId: string | null;
  readonly livemode: boolean;
  /** The event of a failed attempt, if it triggered this read. Each failed attempt has an event of its own. */
  readonly failedEvent?: string | null;
  /** Null until the Checkout Session creates one. */
  readonly intent: IntentSnapshot | null;
  /** The Checkout Session of a hosted payment; null for a payment in the page. */
  readonly session: SessionSnapshot | null;
  /** The invoice that the payment belongs to. Absent for a tip that is given once. */
  readonly invoice?: InvoiceOfPayment | null;
  /** `latest_charge`, expanded; null before the first attempt. A declined attempt leaves a failed charge. */
  readonly charge: ChargeSnapshot | null;
  /** Every refund of the intent. May be left empty only when `charge.amount_refunded` is 0 and the tip has no pending refund. */
  readonly refunds: readonly RefundSnapshot[];
  /** Every dispute of the intent. May be left empty only when neither the charge nor the tip is disputed. */
  readonly disputes: readonly DisputeSnapshot[];
  /** Early fraud warnings of the intent. May be empty until an event announces one. */
  readonly warnings: readonly WarningSnapshot[];
}

/** The metadata keys of a payment intent (the tip's ids, and the parts of a changed amount) and of a refund (the refund request's id). */
export const metadataKeys = {
  tipId: 'tip_id',
  uid: 'owner_uid',
  amounts: 'tip_amounts',
  requestId: 'refund_request',
} as const;

/** The statuses of a payment intent that Busker handles. */
export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
  'canceled',
] as const;

export interface IntentSnapshot {
  readonly id: string;
  readonly status: (typeof intentStatuses)[number];
  readonly amount: number;
  readonly amountReceived: number;
  /** The parts of `amount`; null until it is changed. */
  readonly amounts: TipAmounts | null;
  /** As Stripe sends it; may be a currency that Busker does not support. */
  readonly currency: string;
  /** `presentment_details`: what the fan pays in the own currency. Null or absent = in `currency`. */
  readonly presented?: FanSum | null;
  /** `metadata[metadataKeys.tipId]` and `metadata[metadataKeys.uid]`; null when missing. */
  readonly tipId: string | null;
  readonly uid: string | null;
  readonly cancellationReason: string | null;
  /** `last_payment_error`: the latest declined attempt, null after success. */
  readonly lastError: {
    readonly code: string;
    readonly declineCode: string | null;
    /** The payment method of an attempt that left no charge: the 3-D Secure check was not passed. */
    readonly unchargedMethod?: string | null;
  } | null;
  /** How many charges of this intent failed (`charges.list({payment_intent})`): many cards can be tried with one client secret. */
  readonly failedAttempts: number;
}

/** A payment of an invoice has no metadata of its own: Stripe copies the subscription's to the invoice, and no further. */
export interface InvoiceOfPayment {
  readonly id: string;
  readonly subscriptionId: string | null;
  /** `metadata[metadataKeys.tipId]`, which is the monthly tip's id, and `metadata[metadataKeys.uid]`; null when missing. */
  readonly tipId: string | null;
  readonly uid: string | null;
  readonly from: number;
  readonly to: number;
  /** How many of its payments have succeeded. */
  readonly paidPayments: number;
}

export interface SessionSnapshot {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired';
}

export interface ChargeSnapshot {
  readonly id: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly createdAt: number;
  /** `payment_method_details`: the method's type, and for cards brand, last four digits and issuing country. */
  readonly method: {
    readonly type: string;
    readonly brand: string | null;
    readonly last4: string | null;
    readonly country: string | null;
    /** `card.wallet.type`; null = no wallet. */
    readonly wallet?: string | null;
    /** Identifies a card within this account. It is compared, never stored. */
    readonly fingerprint?: string | null;
  } | null;
  /** `calculated_statement_descriptor`; null where Stripe does not say, as for most methods but cards. */
  readonly statement?: string | null;
  /** `outcome.risk_level`; null when Radar gave none. */
  readonly riskLevel: RiskLevel | null;
  /** Null until Stripe has created the balance transaction. In the settlement currency. */
  readonly balance: {
    readonly id: string;
    /** Sum of the `stripe_fee` (and `tax`) parts of `fee_details`. */
    readonly stripeFee: number;
    /** Sum of the `application_fee` parts. */
    readonly applicationFee: number;
    readonly net: number;
    readonly currency: string;
  } | null;
}

export interface RefundSnapshot {
  readonly id: string;
  readonly amount: number;
  readonly status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  /** `metadata[metadataKeys.requestId]`: the id of Busker's refund request; null when the refund was made in Stripe's dashboard. */
  readonly requestId?: string | null;
  /** Stripe's `failure_reason` (`insufficient_funds`). */
  readonly failureReason?: string | null;
  /** `presentment_details`: what the fan gets back in the own currency. */
  readonly presented?: FanSum | null;
  readonly createdAt?: number;
  /**
   * The sum of its balance transactions (`net`; a failed refund has a second one that returns the money), in the settlement currency. Null until
   * Stripe has booked it.
   */
  readonly booked?: number | null;
  /** The part of `booked` that returned the money of a failed refund, and when; null = it did not fail, or Stripe has not booked that yet. */
  readonly cameBack?: { readonly at: number; readonly net: number } | null;
}

export interface DisputeSnapshot {
  readonly id: string;
  readonly amount: number;
  readonly status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'prevented';
  /** The deadline for evidence; null when nothing is due. */
  readonly dueBy: number | null;
  readonly createdAt?: number;
  /** The sums of its balance transactions, in the settlement currency: `net` with the fees, and the fees alone. An inquiry has none. */
  readonly booked?: {
    readonly net: number;
    readonly fee: number;
    /** Each of them. */
    readonly moves?: readonly { readonly at: number; readonly net: number; readonly fee: number }[];
  };
}

export interface WarningSnapshot {
  /** Stripe's `fraud_type`. */
  readonly type: string;
  /** A refund may still prevent a dispute. */
  readonly actionable: boolean;
  readonly createdAt: number;
}
