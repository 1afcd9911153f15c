import type { Site } from '../../core/api/owner-api';
import type { Result } from '../../core/base/result';
import type { RefundRequest } from '../../core/documents/tip-document';
import type { FeeLine } from '../../core/money/fee-lines';
import type { Currency } from '../../core/money/money';
import type { Payout, PayoutLine, StripeBalance } from '../../core/money/payout';
import type {
  DisputeSnapshot,
  PaymentSnapshot,
  RefundSnapshot,
  WarningSnapshot,
} from '../../core/tip/state/payment-snapshot';
import type { TipAmounts } from '../../core/tip/tip';

/**
 * The port to Stripe. Amounts in minor units, times in epoch milliseconds. `account` is a connected account; null = the server's own
 * (`single` mode).
 */
export interface Payments {
  createIntent(order: TipOrder): Promise<PaymentsResult<StartedIntent>>;
  /** Changes the amount of an intent; only before success. */
  changeIntent(change: IntentChange): Promise<PaymentsResult<StartedIntent>>;
  /** Reads an existing intent, for a repeated request. */
  readIntent(account: string | null, paymentIntentId: string): Promise<PaymentsResult<StartedIntent>>;
  /** Sets the address for Stripe's receipt. It is not part of creating the intent, so that creating can be repeated without the address. */
  mailReceipt(account: string | null, paymentIntentId: string, email: string): Promise<PaymentsResult<null>>;
  /** `abandoned`: the fan did not continue. `fraudulent`: too many cards were tried. */
  cancelIntent(
    account: string | null,
    paymentIntentId: string,
    reason: CancelReason,
  ): Promise<PaymentsResult<null>>;
  /** Creates Stripe's payment page of a tip. Repeated calls return the same page. */
  openCheckout(order: CheckoutOrder): Promise<PaymentsResult<OpenCheckout>>;
  /** `closed` when it was paid or has expired. */
  readCheckout(account: string | null, sessionId: string): Promise<PaymentsResult<OpenCheckout | 'closed'>>;
  /** Expires an unpaid page. */
  expireCheckout(account: string | null, sessionId: string): Promise<PaymentsResult<null>>;
  /** Reads everything that a tip's projection needs. */
  snapshot(wanted: SnapshotWanted): Promise<PaymentsResult<PaymentSnapshot>>;
  /** Checks a webhook's signature and parses its event. */
  readEvent(
    rawBody: Uint8Array,
    signature: string,
  ): Promise<Result<WebhookEvent, 'not-signed' | 'unreadable'>>;
  /** Every payment page created on that account since then. */
  listCheckouts(account: string | null, since: number): Promise<PaymentsResult<readonly ListedCheckout[]>>;
  /** Every payment intent created on that account since then. */
  listIntents(account: string | null, since: number): Promise<PaymentsResult<readonly ListedIntent[]>>;
  /** Every early fraud warning created since then, however old the payment is. */
  listWarnings(account: string | null, since: number): Promise<PaymentsResult<readonly ListedWarning[]>>;
  /**
   * Everything that moved the account's balance since then: charges, refunds, failed refunds and disputes, however old the payment is, each as it is
   * now. An inquiry moves nothing, so it is not listed; a charge is listed once Stripe has booked it. A hundred lines are one request.
   */
  listBookings(account: string | null, since: number): Promise<PaymentsResult<readonly ListedBooking[]>>;
  /** Every fee that Stripe booked since then on that account's balance apart from the payments. */
  listFees(account: string | null, since: number): Promise<PaymentsResult<readonly FeeLine[]>>;
  /** Every dispute opened since then, however old the payment is. */
  listDisputes(account: string | null, since: number): Promise<PaymentsResult<readonly ListedDispute[]>>;
  /** The tip of a payment intent, from its metadata; null = not one of ours. */
  tipOf(account: string | null, paymentIntentId: string): Promise<PaymentsResult<TipReference | null>>;
}

/** A payment from one of Stripe's lists. Amounts in minor units. */
export interface ListedIntent {
  readonly paymentIntentId: string;
  /** Null: not one of ours. */
  readonly reference: TipReference | null;
  readonly succeeded: boolean;
  readonly amount: number;
  readonly refunded: number;
  readonly disputed: boolean;
  /** The charge has its balance transaction, which holds the fees. */
  readonly booked: boolean;
  /** The latest card was declined. */
  readonly declined: boolean;
}

export interface ListedCheckout {
  readonly sessionId: string;
  /** Null: not one of ours. */
  readonly reference: TipReference | null;
}

/** A line of an account's balance. */
export interface ListedBooking {
  /** When Stripe booked it. */
  readonly bookedAt: number;
  readonly paymentIntentId: string;
  readonly about: BookedCharge | BookedRefund | BookedDispute;
}

/** Amounts in minor units. */
export interface BookedCharge {
  readonly kind: 'charge';
  /** From the charge's metadata. Null: not one of ours. */
  readonly reference: TipReference | null;
  readonly paidAt: number;
  readonly amount: number;
  readonly refunded: number;
  readonly disputed: boolean;
}

/** A refund's second line returns the money after it failed. */
interface BookedRefund {
  readonly kind: 'refund';
  readonly refund: RefundSnapshot;
}

interface BookedDispute {
  readonly kind: 'dispute';
  readonly dispute: DisputeSnapshot;
}

/** A dispute or a warning from one of Stripe's lists. */
export interface ListedTrace {
  /** From the payment's metadata. Null: not one of ours, or the payment of an invoice, which has none. */
  readonly reference: TipReference | null;
  readonly paymentIntentId: string;
}

export interface ListedDispute extends ListedTrace {
  readonly dispute: DisputeSnapshot;
}

export interface ListedWarning extends ListedTrace {
  readonly warning: WarningSnapshot;
}

/** A listed object whose tip is known. */
export type OfTip<Listed extends ListedTrace> = Listed & { readonly reference: TipReference };

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
  /** Part of the idempotency key: 0 at first, increased after Stripe stored an error under the key. */
  readonly keyRound: number;
  /** Stripe offers at most these types of payment method (core/ways). */
  readonly ways: readonly string[];
  /** `Tip for Ada`: shown in the owner's list of payments at Stripe. */
  readonly description: string;
}

export interface CheckoutOrder extends TipOrder {
  /** Stripe's page may show the fan's own currency (Adaptive Pricing). The payment itself stays in `currency`. */
  readonly fanCurrency: boolean;
  /** The only line of the bill that the fan sees. */
  readonly title: string;
  /** Stands below the title: what it is for. */
  readonly detail: string;
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
  /** Stored with the payment, because an event may arrive before this call's answer. */
  readonly amounts: TipAmounts;
  /** The host's share so far: if it becomes zero, it must be removed at Stripe. */
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
  /** The invoice of a tip of a monthly tip. Without it the page says which one it was. */
  readonly invoiceId?: string | null;
  /** A payment that an event named: Stripe's page does not name it while cards are tried. */
  readonly askAboutIntent?: string | null;
  /** The tip has refunds or disputes, so Stripe must be asked for them even if the charge shows none. */
  readonly hasRefunds: boolean;
  readonly hasDispute: boolean;
  /** An event announced an early fraud warning. The charge does not show warnings, so they are requested only then. */
  readonly hasWarning: boolean;
}

/**
 * A webhook event. It says only that something happened to an object; the current state is read from Stripe. `reference` is the tip in the object's
 * own metadata, null where there is none (refunds, disputes).
 */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly account: string | null;
  readonly livemode: boolean;
  readonly objectId: string | null;
  readonly paymentIntentId: string | null;
  /** The invoice of an event about one, or about one of its payments. */
  readonly invoiceId?: string | null;
  /** The customer of an event about one, or about a way to pay of theirs. */
  readonly customerId?: string | null;
  /** The tip, or the monthly tip, that the object names. `unreadable`: its metadata cannot be a tip of ours. */
  readonly reference: TipReference | 'unreadable' | null;
}

/**
 * `unavailable`: no answer, or one that does not tell whether the call was executed: repeat it with the same key. With `answer: 'error'` Stripe
 * itself failed (500) and may repeat that answer for as long as it stores the key: check whether the call was executed, then use another key. With
 * `key` Stripe refused the server's own key: nothing happened, and the call works again once the host has fixed the key.
 * `refused`: Stripe refused and nothing happened. `gone`: the object does not exist on that account, or we may no longer read it.
 */
export type PaymentsFailure =
  | {
      readonly kind: 'unavailable';
      readonly error: unknown;
      readonly answer?: 'error';
      readonly key?: KeyRefusal;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly requestId: string | null }
  | { readonly kind: 'gone' };

/**
 * Why Stripe refused the server's own key. `invalid`: it has expired, was replaced or never existed. `permission`: Stripe knows the key, but it may not
 * make this call.
 */
export interface KeyRefusal {
  readonly why: 'invalid' | 'permission';
  readonly code: string;
  readonly requestId: string | null;
  /** Stripe's name of the missing permission (`rak_accounts_write`); null = Stripe named none. */
  readonly permission: string | null;
}

/** Whether Stripe may have stored an error under the key of this call. */
export const isKeptError = (failure: PaymentsFailure): boolean =>
  failure.kind === 'unavailable' && failure.answer === 'error';

export type PaymentsResult<T> = Result<T, PaymentsFailure>;

/** The port to Stripe's refunds. Amounts in minor units of the charge's currency. */
export interface Refunds {
  /** The same tip and request id is the same refund, however often it is sent. */
  createRefund(order: RefundOrder): Promise<PaymentsResult<MadeRefund>>;
}

export interface RefundOrder {
  readonly account: string | null;
  readonly paymentIntentId: string;
  readonly tipId: string;
  readonly requestId: string;
  /** Part of the idempotency key: 0 at first, increased after Stripe stored an error under the key. */
  readonly keyRound: number;
  readonly amount: number;
  readonly reason: RefundRequest['reason'];
  /** The tip had a host's share, which is refunded in proportion. */
  readonly withApplicationFee: boolean;
}

export interface MadeRefund {
  readonly refundId: string;
  readonly status: Exclude<RefundRequest['status'], 'requested'>;
  readonly failureReason: string | null;
}

/** The port to Stripe's payouts. `account` is a connected account; null = the server's own (`single` mode). */
export interface Payouts {
  /** Two requests. */
  readBalance(account: string | null): Promise<PaymentsResult<StripeBalance>>;
  /** Newest first; `after` = the id that the page before ended with. One request. */
  listPayouts(account: string | null, after: string | null): Promise<PaymentsResult<Page<Payout>>>;
  readPayout(account: string | null, payoutId: string): Promise<PaymentsResult<Payout>>;
  /** The lines of a payout whose contents Stripe lists, without the payout's own line; newest first. One request. */
  listLines(
    account: string | null,
    payoutId: string,
    after: string | null,
  ): Promise<PaymentsResult<Page<PayoutLine>>>;
}

/** A part of a list. `next` starts the following part; null = this is the last one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The port to Stripe's payment method domains, one list for each account. */
export interface Wallets {
  /** Registers a domain, or validates it again if it is registered. */
  register(account: string | null, domain: string): Promise<PaymentsResult<Site>>;
  list(account: string | null): Promise<PaymentsResult<readonly Site[]>>;
}
