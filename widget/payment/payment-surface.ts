import type { DeclineMessage } from '../../core/tip/decline-message';

/** Minor units of `currency` (lower-case ISO 4217). */
export interface SurfaceAmount {
  readonly amount: number;
  readonly currency: string;
}

/** The look of the card form: the card's computed colours and fonts. */
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

/** The Stripe account, and the address of Stripe.js for this key: the sandbox has its own. */
export interface StripeKeys {
  readonly publishableKey: string;
  readonly stripeAccount: string | null;
  readonly stripeJs: string;
  readonly locale: string;
}

export interface SurfaceOptions extends SurfaceAmount, StripeKeys {
  /** Whether Link is offered beside cards. It is the same value as on the server. */
  readonly link: boolean;
  readonly look: SurfaceLook;
  /** A light-DOM child of the element, shown through a slot, because Stripe's frames refuse shadow roots. */
  readonly place: HTMLElement;
  /** Aborted when the card is removed. Everything that waits then ends. */
  readonly signal: AbortSignal;
}

/**
 * Why this page cannot show the card form. The sheet then offers the hosted payment page and says why.
 * `foreign-shadow-root`: the element is inside another element's shadow root. `other-stripe-version`: the page uses another version of
 * Stripe.js. `no-address`: the page is a `srcdoc` or `blob:` frame, to which a bank's page cannot return. `blocked`: a policy or a blocker
 * stopped a script or a frame. `deformed`: the page's styles break the form. `timeout`: no answer in time (watch-frame.ts).
 */
export type SurfaceFault =
  'foreign-shadow-root' | 'other-stripe-version' | 'no-address' | 'blocked' | 'deformed' | 'timeout';

/** Declines, as fans see them. All declines that could help a fraudster are one kind. */
export type Decline = DeclineMessage;

/**
 * The outcome of a confirmation. All but `unknown` are certain: after `declined` nothing was charged. `incomplete`: the form itself shows
 * what is missing.
 */
export type Confirmation =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'processing' }
  | { readonly kind: 'declined'; readonly decline: Decline }
  | { readonly kind: 'incomplete' }
  /** Stripe refuses this payment: the owner's account is disconnected, or the payment does not exist. Nothing was charged. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown' };

/**
 * The state of a payment at Stripe. `open`: not charged, may be tried again. `closed`: will never be charged. `refused`: Stripe does not show
 * it. Null: no answer.
 */
export type PaymentLook = 'succeeded' | 'processing' | 'open' | 'closed' | 'refused' | null;

/** The amount that a returning fan was charged. */
export interface ChargedPayment {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** A card form on the page, independent of Stripe's types. */
export interface PaymentSurface {
  /** False if the page's styles hide the form or cover it. */
  readonly isUsable: () => boolean;
  readonly setAmount: (amount: SurfaceAmount) => Promise<void>;
  /** Validates the form. Must be the first call after the tap, before any other waiting: wallets require it. */
  readonly submit: () => Promise<'complete' | 'incomplete'>;
  readonly confirm: (clientSecret: string, returnUrl: string) => Promise<Confirmation>;
  readonly lookUp: (clientSecret: string) => Promise<PaymentLook>;
  readonly destroy: () => void;
}

/** Looks up a payment without a card form. */
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
