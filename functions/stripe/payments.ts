import type { Currency } from '../../core/money/currencies';
import type {
  DisputeSnapshot,
  PaymentSnapshot,
  RefundSnapshot,
  WarningSnapshot,
} from '../../core/tip/state/payment-snapshot';
import type { Result } from '../../core/base/result';
import type { TipAmounts } from '../../core/tip/tip-amounts';

/**
 * The port to Stripe. Amounts in minor units, times in epoch milliseconds. `account` is a connected account; null = the server's own
 * (`single` mode).
 */
export interface Payments {
  createIntent(order: TipOrder): Promise<PaymentsResult<StartedIntent>>;
  /** The same intent with another amount; only before success. */
  changeIntent(change: IntentChange): Promise<PaymentsResult<StartedIntent>>;
  /** An intent that exists, for a request that is repeated. */
  readIntent(account: string | null, paymentIntentId: string): Promise<PaymentsResult<StartedIntent>>;
  /** Where Stripe mails the receipt. Not part of creating, so that creating can be repeated without knowing it. */
  mailReceipt(account: string | null, paymentIntentId: string, email: string): Promise<PaymentsResult<null>>;
  /** `abandoned`: nobody went on with it. `fraudulent`: it was tried with too many cards. */
  cancelIntent(
    account: string | null,
    paymentIntentId: string,
    reason: CancelReason,
  ): Promise<PaymentsResult<null>>;
  /** A page at Stripe to pay on. Made once for a tip, however often it is asked for. */
  openCheckout(order: CheckoutOrder): Promise<PaymentsResult<OpenCheckout>>;
  /** `closed` when it was paid or has expired. */
  readCheckout(account: string | null, sessionId: string): Promise<PaymentsResult<OpenCheckout | 'closed'>>;
  /** Ends a page that nobody has paid on. */
  expireCheckout(account: string | null, sessionId: string): Promise<PaymentsResult<null>>;
  /** All that the projection of a tip looks at, asked afresh. */
  snapshot(wanted: SnapshotWanted): Promise<PaymentsResult<PaymentSnapshot>>;
  /** Checks a webhook's signature and reads which bell it rings. */
  readEvent(
    rawBody: Uint8Array,
    signature: string,
  ): Promise<Result<WebhookEvent, 'not-signed' | 'unreadable'>>;
  /** Every page to pay on made on that account since then. */
  listCheckouts(account: string | null, since: number): Promise<PaymentsResult<readonly ListedCheckout[]>>;
  /** Every payment intent made on that account since then. */
  listIntents(account: string | null, since: number): Promise<PaymentsResult<readonly ListedIntent[]>>;
  /** Every early fraud warning of a tip made since then, however old the payment is. */
  listWarnings(account: string | null, since: number): Promise<PaymentsResult<readonly ListedWarning[]>>;
  /** Every refund of a tip made since then, however old the payment is. */
  listRefunds(account: string | null, since: number): Promise<PaymentsResult<readonly ListedRefund[]>>;
  /** Every dispute of a tip opened since then, however old the payment is. */
  listDisputes(account: string | null, since: number): Promise<PaymentsResult<readonly ListedDispute[]>>;
  /** Which tip a payment intent was made for, by its metadata; null = not one of ours. */
  tipOf(account: string | null, paymentIntentId: string): Promise<PaymentsResult<TipReference | null>>;
}

/** A payment as a list of Stripe's tells it. Amounts in minor units. */
export interface ListedIntent {
  readonly paymentIntentId: string;
  /** Null: not one of ours. */
  readonly reference: TipReference | null;
  readonly succeeded: boolean;
  readonly amount: number;
  readonly refunded: number;
  readonly disputed: boolean;
  /** Stripe has written the charge into the balance: since then it tells what the payment cost. */
  readonly booked: boolean;
  /** The last card that was tried on it was declined. */
  readonly declined: boolean;
}

export interface ListedCheckout {
  readonly sessionId: string;
  /** Null: not one of ours. */
  readonly reference: TipReference | null;
}

/** One refund as a list tells it, with what its whole payment has given back, in minor units. */
export interface ListedRefund {
  readonly reference: TipReference;
  readonly refund: RefundSnapshot;
  readonly refunded: number;
}

export interface ListedDispute {
  readonly reference: TipReference;
  readonly dispute: DisputeSnapshot;
}

export interface ListedWarning {
  readonly reference: TipReference;
  readonly warning: WarningSnapshot;
}

export type CancelReason = 'abandoned' | 'fraudulent';

export interface TipReference {
  readonly uid: string;
  readonly tipId: string;
}

export interface TipOrder extends TipReference {
  readonly account: string | null;
  readonly amount: number;
  readonly currency: Currency;
  /** 0 = none. */
  readonly applicationFee: number;
  /** Part of the key: 0 at first, another one after Stripe has kept an error under the key. */
  readonly keyRound: number;
  /** `Tip for Ada`: shown in the owner's own list at Stripe. */
  readonly description: string;
}

export interface CheckoutOrder extends TipOrder {
  /** What the payer sees as the one line of the bill. */
  readonly title: string;
  readonly returnUrl: string;
  readonly receiptEmail: string | null;
  readonly expiresAt: number;
}

export interface OpenCheckout {
  readonly sessionId: string;
  readonly url: string;
}

export interface IntentChange {
  readonly account: string | null;
  readonly paymentIntentId: string;
  readonly amount: number;
  /** Kept with the payment, which may be heard of before this call's answer is. */
  readonly amounts: TipAmounts;
  /** The host's share so far: one that is gone has to be taken back at Stripe. */
  readonly applicationFeeBefore: number;
}

export interface StartedIntent {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
}

export interface SnapshotWanted {
  readonly account: string | null;
  readonly paymentIntentId: string | null;
  readonly checkoutSessionId: string | null;
  /** A payment that an event named: Stripe's page keeps it to itself while cards are tried on it. */
  readonly askAboutIntent?: string | null;
  /** The tip knows of refunds or disputes that Stripe must be asked about, whatever the charge says. */
  readonly hasRefunds: boolean;
  readonly hasDispute: boolean;
  /** Somebody heard of an early fraud warning. Nothing at the charge tells of one, so it is asked for only then. */
  readonly hasWarning: boolean;
}

/**
 * An event says only that something happened to an object; what is true is asked of Stripe. `reference` is the tip that the object's
 * own metadata names, null where it carries none (refunds, disputes).
 */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly account: string | null;
  readonly livemode: boolean;
  readonly objectId: string | null;
  readonly paymentIntentId: string | null;
  /** The tip that the object names. `unreadable`: it names something that no tip of ours can be. */
  readonly reference: TipReference | 'unreadable' | null;
}

/**
 * `unavailable`: no answer, or one that leaves open what happened: repeat with the same key. With `answer: 'error'` Stripe failed itself
 * (500), and may give that answer again for as long as it knows the key: look whether it was done, then use another key.
 * `refused`: Stripe said no and nothing happened. `gone`: there is no such object on that account, or we may not see it any more.
 */
export type PaymentsFailure =
  | { readonly kind: 'unavailable'; readonly error: unknown; readonly answer?: 'error' }
  | { readonly kind: 'refused'; readonly code: string; readonly requestId: string | null }
  | { readonly kind: 'gone' };

/** Whether Stripe may have kept an error under the key of this call. */
export const isKeptError = (failure: PaymentsFailure): boolean =>
  failure.kind === 'unavailable' && failure.answer === 'error';

export type PaymentsResult<T> = Result<T, PaymentsFailure>;
