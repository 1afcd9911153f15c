import type { Metadata } from './payment-entities';

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
  readonly submitType: 'auto' | 'book' | 'donate' | 'pay' | null;
  readonly allowedTypes: readonly ('card' | 'link')[] | null;
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
}
