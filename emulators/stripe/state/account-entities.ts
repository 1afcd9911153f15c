import type { WalletName } from '../reference/method-types';
import type { Metadata } from './payment-entities';

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

/** A webhook endpoint that was made by the API. Those of the options are not stored. */
export interface WebhookEndpointEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly url: string;
  readonly secret: string;
  readonly scope: 'account' | 'connect';
  readonly enabled: boolean;
  /** `*` = every event. */
  readonly events: readonly string[];
  readonly apiVersion: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface EventEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly type: string;
  /** The object's state at the time of the event, as the API returns it. */
  readonly object: unknown;
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly request: { readonly id: string | null; readonly idempotencyKey: string | null };
}

export interface DeliveryAttempt {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly result: { readonly status: number } | { readonly failure: string };
}

/**
 * One event and one endpoint. `waiting`: sent at `dueAt`; `held`: waits for a release; `given-up`: all retries
 * failed; `dropped`: never sent.
 */
export interface DeliveryEntity {
  readonly id: string;
  readonly event: string;
  readonly url: string;
  readonly scope: 'account' | 'connect';
  readonly state: 'waiting' | 'held' | 'delivered' | 'given-up' | 'dropped';
  /** Epoch milliseconds of the sandbox's clock. */
  readonly dueAt: number;
  readonly attempts: readonly DeliveryAttempt[];
}
