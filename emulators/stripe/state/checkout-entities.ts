import type { AllowedType } from '../payments/method-types';
import type { BillingInterval } from './billing-entities';
import type { Metadata } from './payment-entities';

/** What a session of `mode: 'subscription'` sells. */
export interface SubscriptionPlan {
  /** Null = a product of that name is made with the subscription. */
  readonly product: string | null;
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
  /** Whether fans may pay in their own currency; absent = not. */
  readonly adaptivePricing?: boolean;
}
