import type { DeclineMessage } from '../../core/tip/decline-message';

/** Minor units of `currency` (lower-case ISO 4217). */
export interface SurfaceAmount {
  readonly amount: number;
  readonly currency: string;
}

/** How the card form looks: the card's own colours and letters, as the browser computed them. */
export interface SurfaceLook {
  readonly dark: boolean;
  readonly accent: string;
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly danger: string;
  readonly border: string;
  readonly radius: string;
  readonly font: string;
}

/** Which Stripe account, and where its script lies for this key: the sandbox has its own. */
export interface StripeKeys {
  readonly publishableKey: string;
  readonly stripeAccount: string | null;
  readonly stripeJs: string;
  readonly locale: string;
}

export interface SurfaceOptions extends SurfaceAmount, StripeKeys {
  readonly look: SurfaceLook;
  /** A light-DOM child of the element, shown through a slot: Stripe's frames refuse shadow roots. */
  readonly place: HTMLElement;
  /** The card is gone: nothing waits any longer. */
  readonly signal: AbortSignal;
}

/**
 * Why the card form cannot be shown in this page; the sheet then steps down to the hosted payment page and says so.
 * `foreign-shadow-root`: the element sits inside another element's shadow root. `other-stripe-version`: the page runs its own Stripe.js of
 * another version. `no-address`: a frame made of `srcdoc` or a `blob:` address, which a bank's page could not lead back to. `blocked`: the page's policy or a blocker stopped script or frame. `deformed`: the page's styles reach into the form.
 * `timeout`: eight seconds without an answer.
 */
export type SurfaceFault =
  'foreign-shadow-root' | 'other-stripe-version' | 'no-address' | 'blocked' | 'deformed' | 'timeout';

/** Declines in the kinds that fans are told apart; all that could teach a fraudster something are one. */
export type Decline = DeclineMessage;

/**
 * What became of a confirmation. All but `unknown` are certain: after `declined` nothing was charged. `incomplete`: the form itself shows
 * what is missing.
 */
export type Confirmation =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'processing' }
  | { readonly kind: 'declined'; readonly decline: Decline }
  | { readonly kind: 'incomplete' }
  /** Stripe does not take this payment (the owner's account is cut off, the payment is not there). Nothing was charged. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown' };

/** How Stripe sees the payment now. `open`: not charged, may be tried again. `closed`: it will never be charged. `refused`: Stripe
 * does not show it. Null: no answer. */
export type PaymentLook = 'succeeded' | 'processing' | 'open' | 'closed' | 'refused' | null;

/** What a fan who comes back to the page was charged. */
export interface ChargedPayment {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** A card form on the page. Made by an adapter; nothing of Stripe's is visible through it. */
export interface PaymentSurface {
  /** False once the page's styles keep the form from being seen or pressed. */
  readonly isUsable: () => boolean;
  readonly setAmount: (amount: SurfaceAmount) => Promise<void>;
  /** Checks the form. Must come first when the fan pays, before any other waiting: wallets demand it. */
  readonly submit: () => Promise<'complete' | 'incomplete'>;
  readonly confirm: (clientSecret: string, returnUrl: string) => Promise<Confirmation>;
  readonly lookUp: (clientSecret: string) => Promise<PaymentLook>;
  readonly destroy: () => void;
}

/** What became of a payment, asked without a card form. */
export type LookUpPayment = (
  keys: StripeKeys,
  clientSecret: string,
) => Promise<{ readonly look: PaymentLook; readonly payment: ChargedPayment | null }>;

export type OpenSurface = (
  options: SurfaceOptions,
) => Promise<
  | { readonly ok: true; readonly value: PaymentSurface }
  | { readonly ok: false; readonly problem: SurfaceFault }
>;
