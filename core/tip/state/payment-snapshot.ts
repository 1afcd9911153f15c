import type { RiskLevel } from '../tip';
import type { TipAmounts } from '../tip-amounts';

/**
 * What Stripe says about one tip's payment, in shapes of our own. The Stripe adapter of functions/ fills it from one fresh read;
 * tip-projection.ts turns it into the tip. Amounts in minor units of the charge's currency, times in epoch milliseconds
 * (Stripe's are seconds), ids as Stripe writes them.
 */
export interface PaymentSnapshot {
  /** When the adapter asked, by the server's clock. */
  readonly askedAt: number;
  /** The connected account that was asked; null in single mode. */
  readonly accountId: string | null;
  readonly livemode: boolean;
  /** The event by which Stripe told of a failed try, when one led to this look. Each failed try has an event of its own. */
  readonly failedEvent?: string | null;
  /** Null as long as a Checkout Session has made none. */
  readonly intent: IntentSnapshot | null;
  /** The Checkout Session of a hosted payment; null when the card pays in the page. */
  readonly session: SessionSnapshot | null;
  /** `latest_charge`, expanded; null before the first try. A declined try leaves a failed charge. */
  readonly charge: ChargeSnapshot | null;
  /** Every refund of the intent. May be left empty only when `charge.amount_refunded` is 0 and the tip has no pending refund. */
  readonly refunds: readonly RefundSnapshot[];
  /** Every dispute of the intent. May be left empty only when neither the charge nor the tip is disputed. */
  readonly disputes: readonly DisputeSnapshot[];
  /** Early fraud warnings of the intent. May be left empty as long as nobody heard of one. */
  readonly warnings: readonly WarningSnapshot[];
}

/**
 * The keys under which a tip is named in the metadata of its payment intent, and the parts of an amount that was changed; and a refund request
 * in that of its refund.
 */
export const metadataKeys = {
  tipId: 'tip_id',
  uid: 'owner_uid',
  amounts: 'tip_amounts',
  requestId: 'refund_request',
} as const;

/** Every status of a payment intent that Busker knows. */
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
  /** The parts of `amount`, once it was changed. */
  readonly amounts: TipAmounts | null;
  /** As Stripe sends it; may be one that Busker does not know. */
  readonly currency: string;
  /** `metadata[metadataKeys.tipId]` and `metadata[metadataKeys.uid]`; null when missing. */
  readonly tipId: string | null;
  readonly uid: string | null;
  readonly cancellationReason: string | null;
  /** `last_payment_error`: the last declined try, null after success. */
  readonly lastError: {
    readonly code: string;
    readonly declineCode: string | null;
    /** The payment method of a try that left no charge: its bank's question was not answered. */
    readonly unchargedMethod?: string | null;
  } | null;
  /** How many charges of this intent failed (`charges.list({payment_intent})`): one client secret can be tried with many cards. */
  readonly failedAttempts: number;
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
    /** The same for every payment with one card on this account. Compared, never stored. */
    readonly fingerprint?: string | null;
  } | null;
  /** `outcome.risk_level`; null when Radar gave none. */
  readonly riskLevel: RiskLevel | null;
  /** Null until Stripe has booked the charge. In the settlement currency. */
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
  /** `metadata[metadataKeys.requestId]`: Busker's own request that it answers; null when made at Stripe. */
  readonly requestId?: string | null;
  /** Stripe's word on why it failed (`insufficient_funds`). */
  readonly failureReason?: string | null;
  readonly createdAt?: number;
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
  /** When evidence must be in; null when nothing is due. */
  readonly dueBy: number | null;
}

export interface WarningSnapshot {
  /** Stripe's `fraud_type`. */
  readonly type: string;
  /** A refund may still prevent a dispute. */
  readonly actionable: boolean;
  readonly createdAt: number;
}
