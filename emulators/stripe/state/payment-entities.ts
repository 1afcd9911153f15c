import type {
  AllowedType,
  CardBehaviour,
  CardWallet,
  RedirectType,
  WalletName,
} from '../reference/method-types';

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

export interface ApplicationFeeEntity {
  readonly id: string;
  /** The platform's account. */
  readonly account: string;
  readonly created: number;
  readonly charge: string;
  readonly chargeAccount: string;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly balanceTransaction: string;
  readonly refunds: readonly FeeRefundEntity[];
}

export interface FeeRefundEntity {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly balanceTransaction: string;
}

export interface FeeDetailEntity {
  readonly type: 'stripe_fee' | 'application_fee';
  readonly amount: number;
  readonly description: string;
}

export interface BalanceTransactionEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly availableOn: number;
  readonly amount: number;
  readonly currency: string;
  readonly fees: readonly FeeDetailEntity[];
  /** Null = of no object: a fee that is billed for a day. */
  readonly source: string | null;
  readonly type:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'adjustment'
    | 'application_fee'
    | 'application_fee_refund'
    | 'payout'
    | 'payout_failure'
    | 'stripe_fee';
  readonly reportingCategory:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'dispute'
    | 'dispute_reversal'
    | 'platform_earning'
    | 'platform_earning_refund'
    | 'payout'
    | 'payout_reversal'
    | 'fee';
  readonly description: string | null;
  /** The automatic payout that this line is part of; absent = none yet. */
  readonly payout?: string;
}

type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday';

/** When Stripe pays out. The days of weekly and monthly payouts. */
export type PayoutSchedule =
  | { readonly interval: 'manual' | 'daily' }
  | { readonly interval: 'weekly'; readonly days: readonly Weekday[] }
  | { readonly interval: 'monthly'; readonly days: readonly number[] };

/** Stripe's error codes of a payout that a bank refuses. The sandbox has one for each of Stripe's test bank accounts that fail. */
export type PayoutFailureCode =
  'account_closed' | 'no_account' | 'insufficient_funds' | 'debit_not_authorized' | 'invalid_currency';

export interface PayoutEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly automatic: boolean;
  readonly status: 'pending' | 'in_transit' | 'paid' | 'failed';
  readonly reconciliation: 'completed' | 'in_progress' | 'not_applicable';
  readonly arrivalDate: number;
  readonly balanceTransaction: string;
  readonly failure: { readonly code: PayoutFailureCode; readonly balanceTransaction: string } | null;
  readonly description: string | null;
  readonly metadata: Metadata;
}

type CardPaymentsStatus = 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported';

/** What Stripe still requires before the account can take cards. */
type AccountRequirement = 'nothing' | 'onboarding' | 'more-information';

export interface AccountEntity {
  readonly id: string;
  readonly created: number;
  /** The platform itself. The sandbox's keys belong to it. */
  readonly role: 'platform' | 'connected';
  readonly email: string | null;
  readonly displayName: string | null;
  readonly country: string;
  readonly currency: string;
  readonly entityType: 'individual' | 'company' | 'non_profit' | 'government_entity' | null;
  readonly dashboard: 'full' | 'express' | 'none';
  readonly feesCollector: 'stripe' | 'application' | 'application_custom' | 'application_express';
  readonly lossesCollector: 'stripe' | 'application';
  readonly cardPaymentsRequested: boolean;
  readonly cardPayments: CardPaymentsStatus;
  /** State files of earlier versions lack this field: then it was not requested. */
  readonly linkPaymentsRequested?: boolean;
  /** Null or absent = the status of card payments. */
  readonly linkPayments?: CardPaymentsStatus | null;
  /** Ways to pay besides cards whose state was set, by Stripe's name; absent = as Stripe gives them to new accounts. */
  readonly capabilities?: Readonly<Record<string, 'active' | 'inactive' | 'pending'>>;
  /** What the owner chose in Stripe's settings of the ways to pay, by Stripe's name; absent = as Stripe begins. */
  readonly preferences?: Readonly<Record<string, 'on' | 'off'>>;
  /** The wallets that browsers show for this account, by Stripe.js's name; absent = none. */
  readonly wallets?: readonly WalletName[];
  readonly statementDescriptor?: string | null;
  readonly requirement: AccountRequirement;
  /** State files of earlier versions lack this field: then payouts are daily, as is Stripe's default. */
  readonly payoutSchedule?: PayoutSchedule;
  /** How the bank refuses payouts; absent or null = it takes them. */
  readonly bankRefuses?: PayoutFailureCode | null;
  /** Stripe makes no payouts after one has failed, until the owner changes the bank account. */
  readonly payoutsPaused?: boolean;
  readonly connection: 'connected' | 'deauthorized' | 'closed';
  readonly metadata: Metadata;
}

export interface AccountLinkEntity {
  /** The secret part of the link's URL. */
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly state: 'fresh' | 'opened' | 'done';
  readonly type: 'account_onboarding' | 'account_update';
  readonly refreshUrl: string;
  readonly returnUrl: string | null;
  readonly fields: 'currently_due' | 'eventually_due';
}

export interface PaymentMethodDomainEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly domainName: string;
  readonly enabled: boolean;
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

/** A time that stands still for its customers until it is advanced: https://docs.stripe.com/billing/testing/test-clocks */
export interface TestClockEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly name: string | null;
  /** Epoch milliseconds. */
  readonly frozenAt: number;
}
