import type { AllowedType } from '../reference/method-types';
import type { Metadata } from './payment-entities';

/** A coupon that an owner made in Stripe's dashboard and gave to one subscription. */
export interface DiscountEntity {
  readonly id: string;
  readonly account: string;
  readonly coupon: string;
  /** With at most two decimals. */
  readonly percentOff: number;
  readonly duration: 'once' | 'repeating';
  readonly customer: string;
  readonly subscription: string;
  /** In seconds. */
  readonly start: number;
  /** Null: it ends with the next invoice. */
  readonly end: number | null;
}

/** What a discount takes off one invoice, in minor units. */
export interface DiscountAmount {
  readonly discount: string;
  readonly amount: number;
}

export type BillingInterval = 'month' | 'year';

export interface ProductEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly updated: number;
  readonly name: string;
  readonly description: string | null;
  readonly active: boolean;
  readonly metadata: Metadata;
}

/** An `interval` of null: it is paid once. Without `active`: it was described inline, and nothing else can use it. */
export interface PriceEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly product: string;
  readonly currency: string;
  readonly unitAmount: number;
  readonly interval: BillingInterval | null;
  readonly active?: boolean;
  readonly lookupKey?: string | null;
}

/** An `email` of '': none was given. A `currency` of '': nothing was sold to them yet. */
export interface CustomerEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly email: string;
  readonly name: string | null;
  readonly description?: string | null;
  readonly metadata?: Metadata;
  readonly testClock?: string;
  readonly country: string | null;
  readonly postalCode: string | null;
  readonly currency: string;
  /** What the customer owes: amounts that were too small for a charge. */
  readonly balance: number;
  /** The number of finalized invoices. */
  readonly invoices: number;
  readonly deleted: boolean;
}

/** What the bank answers to the renewals of one subscription, as a control call chose it; null = what the card says. */
type RenewalAnswer =
  | { readonly kind: 'succeed' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'decline'; readonly code: string };

export interface SubscriptionEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly customer: string;
  readonly item: { readonly id: string; readonly price: string };
  readonly status: 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled';
  /** The moment of the first payment, in seconds. Every period starts a whole number of intervals after it. */
  readonly anchor: number;
  /** The number of the present period, from 0. */
  readonly period: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly cancelAt: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: number | null;
  readonly endedAt: number | null;
  readonly cancellation: {
    readonly reason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed' | null;
    readonly comment: string | null;
    readonly feedback: string | null;
  };
  readonly defaultMethod: string;
  readonly description: string | null;
  readonly footer: string | null;
  readonly metadata: Metadata;
  readonly applicationFeePercent: number | null;
  readonly pauseCollection: {
    readonly behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void';
    readonly resumesAt: number | null;
  } | null;
  readonly pausedAt: number | null;
  readonly latestInvoice: string;
  /** State files of earlier versions lack this field: then there is none. */
  readonly discounts?: readonly string[];
  readonly renewals: RenewalAnswer | null;
}

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

export interface InvoiceEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  /** The secret part of the hosted page's address. */
  readonly key: string;
  readonly subscription: string;
  readonly item: { readonly id: string; readonly price: string; readonly line: string };
  readonly customer: string;
  readonly status: InvoiceStatus;
  readonly reason: 'subscription_create' | 'subscription_cycle';
  readonly currency: string;
  /** Before discounts. */
  readonly amount: number;
  /** State files of earlier versions lack this field: then there is none. */
  readonly discounts?: readonly DiscountAmount[];
  /** Less than the total when that is below the currency's minimum and goes to the customer's balance. */
  readonly amountDue: number;
  readonly amountPaid: number;
  readonly paidOffStripe: boolean;
  /** The period of the invoice itself: the one that ended when it was made. */
  readonly periodStart: number;
  readonly periodEnd: number;
  /** The period that is paid by it. */
  readonly linePeriod: { readonly start: number; readonly end: number };
  readonly description: string | null;
  readonly footer: string | null;
  /** The subscription's metadata at the time of the finalization. */
  readonly metadata: Metadata;
  readonly number: string | null;
  readonly attempts: number;
  readonly attempted: boolean;
  readonly autoAdvance: boolean;
  readonly finalizesAt: number | null;
  readonly nextAttempt: number | null;
  /** The first failed attempt. The retry schedule counts from it. */
  readonly failedAt: number | null;
  /** The method whose bank said no for good: it is not charged again. */
  readonly refusedMethod: string | null;
  readonly finalizedAt: number | null;
  readonly paidAt: number | null;
  readonly voidedAt: number | null;
  readonly uncollectibleAt: number | null;
  readonly finalizationError: string | null;
  readonly paymentIntent: string | null;
  readonly applicationFeePercent: number | null;
  /** The event that told of the draft. Stripe waits with the finalization while an endpoint fails it. */
  readonly createdEvent: string | null;
}

export interface InvoicePaymentEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly invoice: string;
  readonly paymentIntent: string;
  readonly amountRequested: number;
  readonly amountPaid: number | null;
  readonly currency: string;
  readonly status: 'open' | 'paid' | 'canceled';
  readonly paidAt: number | null;
  readonly canceledAt: number | null;
}

export type MailKind = 'receipt' | 'failed' | 'expiring' | 'renewal' | 'confirm' | 'canceled' | 'login';

/** What an owner sets in Stripe's dashboard. No API reads it. */
export interface BillingSettingsEntity {
  /** The account. */
  readonly id: string;
  /** Days after the first failure. */
  readonly retryDays: readonly number[];
  readonly end: 'canceled' | 'unpaid' | 'past_due';
  readonly mails: readonly MailKind[];
  readonly finalizing: 'works' | 'fails';
}

/** A mail that Stripe sends in the owner's name. */
export interface MailEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
}

export interface PortalConfigurationEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly updated: number;
  readonly active: boolean;
  readonly name: string | null;
  readonly headline: string | null;
  readonly privacyPolicyUrl: string | null;
  readonly termsOfServiceUrl: string | null;
  readonly defaultReturnUrl: string | null;
  readonly metadata: Metadata;
  /** The secret part of the login page's address; null = there is none. */
  readonly loginPage: string | null;
  readonly features: {
    readonly cancel: boolean;
    readonly cancelMode: 'at_period_end' | 'immediately';
    readonly method: boolean;
    readonly invoices: boolean;
    readonly customer: boolean;
    readonly customerUpdates: readonly string[];
  };
}

export type PortalFlow =
  | { readonly type: 'home' }
  | { readonly type: 'payment_method_update'; readonly afterUrl: string | null }
  | { readonly type: 'subscription_cancel'; readonly subscription: string; readonly afterUrl: string | null };

export interface PortalSessionEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  /** The secret part of the address. */
  readonly key: string;
  readonly configuration: string;
  readonly customer: string;
  readonly returnUrl: string | null;
  readonly locale: string | null;
  readonly flow: PortalFlow;
  readonly afterExpiration: 'customer_login' | null;
  readonly expiresAt: number;
}

export type BillingStep =
  'renew' | 'remind-renewal' | 'remind-expiry' | 'finalize' | 'retry' | 'resume-collection';

/** Scheduled work of the billing engine. `id`: the subscription or the invoice. */
export interface BillingTask {
  readonly kind: 'billing';
  readonly step: BillingStep;
  readonly id: string;
}

/** What a session of `mode: 'subscription'` sells. */
export interface SubscriptionPlan {
  /** Null = a product of that name is made with the subscription. */
  readonly product: string | null;
  /** One that was made before; absent = one is made with the subscription. */
  readonly price?: string;
  readonly interval: BillingInterval;
  readonly metadata: Metadata;
  readonly description: string | null;
  readonly footer: string | null;
  readonly applicationFeePercent: number | null;
  /** The text above the button. */
  readonly message: string | null;
  /** Null until the buyer has paid. */
  readonly made: {
    readonly subscription: string;
    readonly invoice: string;
    readonly customer: string;
  } | null;
}

export interface CheckoutSessionEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly status: 'open' | 'complete' | 'expired';
  readonly name: string;
  readonly detail: string | null;
  readonly unitAmount: number;
  readonly quantity: number;
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly customerEmail: string | null;
  readonly locale: string | null;
  readonly submitType: 'auto' | 'book' | 'donate' | 'pay' | 'subscribe' | null;
  readonly allowedTypes: readonly AllowedType[] | null;
  readonly metadata: Metadata;
  readonly intentMetadata: Metadata;
  readonly intentDescription: string | null;
  readonly intentReceiptEmail: string | null;
  readonly intentDescriptorSuffix: string | null;
  readonly applicationFeeAmount: number | null;
  /** Null until the buyer has paid. */
  readonly paymentIntent: string | null;
  /** The intent of the page before the payment. */
  readonly draftIntent: string | null;
  readonly customer: {
    readonly email: string;
    readonly name: string | null;
    readonly country: string | null;
  } | null;
  readonly plan?: SubscriptionPlan;
  /** The customer who pays; absent = whoever opens the page. */
  readonly payer?: string;
  /** Whether fans may pay in their own currency; absent = not. */
  readonly adaptivePricing?: boolean;
}
