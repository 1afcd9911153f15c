import type { AllowedType, CardBehaviour, CardWallet, RedirectType } from '../reference/method-types';

export type Metadata = Readonly<Record<string, string>>;

export interface BillingDetails {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly country: string | null;
  readonly postalCode: string | null;
}

/** All stored card data. The number and the security code are never stored. */
export interface CardEntity {
  readonly brand: 'visa' | 'mastercard' | 'amex';
  readonly last4: string;
  readonly country: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly fingerprint: string;
  /** The wallet that it was taken from; absent = it was typed. */
  readonly wallet?: CardWallet;
  readonly behaviour: CardBehaviour;
}

interface MethodEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly billing: BillingDetails;
  /** The customer that it is saved for. */
  readonly customer?: string;
}

export interface CardMethodEntity extends MethodEntity {
  readonly card: CardEntity;
}

/** A way to pay on the page of a bank or a wallet. */
interface RedirectMethodEntity extends MethodEntity {
  readonly card: null;
  readonly redirect: RedirectType;
}

/** Link pays with a card that the buyer has saved there. Stripe tells the shop nothing of that card. */
export interface LinkMethodEntity extends MethodEntity {
  readonly card: null;
  readonly redirect: null;
  readonly behaviour: CardBehaviour;
}

export type PaymentMethodEntity = CardMethodEntity | RedirectMethodEntity | LinkMethodEntity;

export interface PaymentErrorEntity {
  readonly type: 'card_error' | 'invalid_request_error';
  readonly code: string;
  readonly message: string;
  readonly declineCode: string | null;
  readonly adviceCode: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' | null;
  readonly param: string | null;
  readonly charge: string | null;
  readonly paymentMethod: string;
}

/**
 * A 3-D Secure challenge that waits for the buyer. `via` says how it is shown: by Stripe.js in the page, or by a
 * redirect.
 */
export interface ChallengeEntity {
  readonly source: string;
  readonly via: 'stripe-js' | { readonly returnUrl: string };
}

type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

type CancellationReason =
  'abandoned' | 'automatic' | 'duplicate' | 'fraudulent' | 'requested_by_customer' | 'void_invoice';

/** What a fan paid in a currency of their own, in minor units of it. */
export interface PresentmentEntity {
  readonly amount: number;
  readonly currency: string;
}

/** Amounts in minor units and times in seconds, as in the Stripe API. */
export interface PaymentIntentEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly status: PaymentIntentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly applicationFeeAmount: number | null;
  readonly clientSecret: string;
  readonly metadata: Metadata;
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly descriptorSuffix: string | null;
  readonly allowedTypes: readonly AllowedType[] | null;
  readonly automaticMethods: { readonly allowRedirects: 'always' | 'never' } | null;
  readonly paymentMethod: string | null;
  readonly latestCharge: string | null;
  readonly lastError: PaymentErrorEntity | null;
  readonly challenge: ChallengeEntity | null;
  readonly canceledAt: number | null;
  readonly cancellationReason: CancellationReason | null;
  readonly checkoutSession: string | null;
  /** What the last try asks of the fan in their own currency; null or absent = it asks for ours. */
  readonly presentment?: PresentmentEntity | null;
  /** The invoice that it pays, and the invoice's customer. On the page of a subscription they exist once it is paid. */
  readonly invoice?: string;
  readonly customer?: string;
}

export interface OutcomeEntity {
  readonly type: 'authorized' | 'issuer_declined' | 'blocked';
  readonly networkStatus: 'approved_by_network' | 'declined_by_network' | 'not_sent_to_network';
  readonly reason: string | null;
  readonly riskLevel: 'normal' | 'elevated' | 'highest';
  readonly riskScore: number;
  readonly sellerMessage: string;
  readonly adviceCode: PaymentErrorEntity['adviceCode'];
}

export type AuthenticationFlow = 'challenge' | 'frictionless' | null;

export interface ChargeEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly paymentIntent: string;
  readonly paymentMethod: string;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly status: 'succeeded' | 'failed';
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly outcome: OutcomeEntity;
  readonly authentication: AuthenticationFlow;
  readonly applicationFee: string | null;
  readonly applicationFeeAmount: number | null;
  readonly balanceTransaction: string | null;
  readonly disputed: boolean;
  readonly description: string | null;
  readonly descriptorSuffix: string | null;
  readonly receiptEmail: string | null;
  readonly metadata: Metadata;
  readonly customer?: string;
  /** Absent = the fan paid in our currency. */
  readonly presentment?: PresentmentEntity;
}

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
