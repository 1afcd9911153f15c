import type { DeclineMessage } from '@busker/core/payments/decline-codes';

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
  /** The types of payment method, exactly as the server sent them: another list fails at confirmation. */
  readonly ways: readonly string[];
  /** The row of wallet buttons above the form; null = none here. */
  readonly express: ExpressOptions | null;
  readonly look: SurfaceLook;
  /** A light-DOM child of the element, shown through a slot, because Stripe's frames refuse shadow roots. */
  readonly place: HTMLElement;
  /** Aborted when the card is removed. Everything that waits then ends. */
  readonly signal: AbortSignal;
}

/** A line in a wallet's dialog. Minor units. */
export interface ExpressLine {
  readonly name: string;
  readonly amount: number;
}

/** The row of wallet buttons, and what happens when the fan uses one. */
export interface ExpressOptions {
  /** A second light-DOM child of the element, with a slot of its own. */
  readonly place: HTMLElement;
  /** The payee's name in the wallet. */
  readonly owner: string;
  readonly line: ExpressLine;
  /** Whether there is a button to show. */
  readonly onShown: (isShown: boolean) => void;
  /** A button was pressed. Answers at once, because wallets wait for one second only. Null: the wallet does not open. */
  readonly onPress: () => ExpressLine | null;
  /** The fan agreed in the wallet. Null: it went through. A text: why it did not, for the wallet's dialog. */
  readonly onAgree: () => Promise<string | null>;
  readonly onCancel: () => void;
}

/**
 * Why this page cannot show the card form. The sheet then offers the hosted payment page and says why.
 * `foreign-shadow-root`: the element is inside another element's shadow root. `other-stripe-version`: the page uses another version of
 * Stripe.js. `no-address`: the page is a `srcdoc` or `blob:` frame, to which a bank's page cannot return. `blocked`: a policy or a blocker
 * stopped a script or a frame. `deformed`: the page's styles break the form. `covered`: what Stripe adds to the page, such as a
 * bank's question, could not be seen and pressed (watch-frame.ts). `removed`: the page keeps removing the form. `timeout`: no answer in time (watch-frame.ts). `no-method`: Stripe
 * has no payment method for this account, currency and amount in the form.
 */
export type SurfaceFault =
  | 'foreign-shadow-root'
  | 'other-stripe-version'
  | 'no-address'
  | 'blocked'
  | 'deformed'
  | 'covered'
  | 'removed'
  | 'timeout'
  | 'no-method';

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
