import type { WalletName } from '../payments/wallets';
import type { Metadata } from './payment-entities';
import type { PayoutFailureCode, PayoutSchedule } from './payout-entities';

export type CardPaymentsStatus = 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported';

/** What Stripe still requires before the account can take cards. */
export type AccountRequirement = 'nothing' | 'onboarding' | 'more-information';

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
