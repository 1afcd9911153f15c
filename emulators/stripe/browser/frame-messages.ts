import type { Appearance } from '@stripe/stripe-js';

/** Settings that the page sends to its card frame, through a MessagePort that only these two have. */
export interface CardFrameOptions {
  readonly locale: string;
  readonly appearance: Appearance;
  readonly country: 'shown' | 'hidden';
  readonly postalCode: 'shown' | 'hidden';
  readonly readOnly: boolean;
  /** The page has a button of Link elsewhere. */
  readonly hidesLink: boolean;
  readonly defaultCountry: string | null;
  readonly defaultPostalCode: string | null;
}

export interface Credentials {
  readonly publishableKey: string;
  readonly stripeAccount: string | null;
}

/** What the page declared about the intent that it will create later (deferred intent). */
export interface DeferredIntent {
  readonly mode: 'payment';
  readonly amount: number;
  readonly currency: string;
  readonly allowedTypes: readonly string[];
}

export interface ConfirmRequest {
  readonly clientSecret: string;
  readonly credentials: Credentials;
  readonly deferred: DeferredIntent | null;
  readonly billing: BillingAddition;
  /** Where the page of a bank or a wallet leads back to. */
  readonly returnUrl: string | null;
}

/** Billing details that the page adds to those from the form. */
export interface BillingAddition {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly country?: string;
  readonly postalCode?: string;
}

export type ToFrame =
  | {
      readonly type: 'init';
      readonly options: CardFrameOptions;
      readonly credentials: Credentials;
      readonly deferred: DeferredIntent | null;
    }
  | { readonly type: 'options'; readonly options: CardFrameOptions }
  | { readonly type: 'focus' | 'blur' | 'clear' }
  | { readonly type: 'validate'; readonly call: number }
  | { readonly type: 'confirm'; readonly call: number; readonly request: ConfirmRequest };

interface FrameProblem {
  readonly type:
    'validation_error' | 'api_error' | 'api_connection_error' | 'card_error' | 'invalid_request_error';
  readonly code?: string;
  readonly message: string;
}

export type FromFrame =
  | { readonly type: 'ready' | 'focus' | 'blur' | 'escape' }
  | { readonly type: 'failed'; readonly error: FrameProblem }
  | { readonly type: 'height'; readonly pixels: number }
  | {
      readonly type: 'change';
      readonly way: string;
      readonly empty: boolean;
      readonly complete: boolean;
      readonly country: string | null;
      readonly postalCode: string | null;
    }
  | { readonly type: 'answer'; readonly call: number; readonly answer: unknown };

/**
 * The frame's first message, which any window may receive: it contains no data. The page answers with `init` and the
 * port.
 */
export const FRAME_LOADED = 'busker-stripe-sandbox:card-frame';
/** The challenge page's last message to the page that shows it. */
export const CHALLENGE_DONE = 'busker-stripe-sandbox:challenge-done';

/** What the page declared about the intent that it will create later, as the API's form has it. */
export const deferredForm = (deferred: DeferredIntent) => ({
  mode: deferred.mode,
  amount: deferred.amount,
  currency: deferred.currency,
  ...(deferred.allowedTypes.length > 0 && { allowed_payment_method_types: deferred.allowedTypes }),
});
