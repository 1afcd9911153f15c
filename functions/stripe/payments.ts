import Stripe from 'stripe';
import type { Site } from '@busker/core/dashboard-api/owner-api';
import { fail, ok, type Result } from '@busker/core/base/result';
import { readDocumentId } from '@busker/core/text/text';
import type { RefundRequest } from '@busker/core/money-documents/tip-document';
import type { Interval } from '@busker/core/amounts/amount-limits';
import type { FeeLine } from '@busker/core/fees/fees';
import type { Currency } from '@busker/core/money/money';
import type { CardPaymentStatus } from '@busker/core/payments/payments-state';
import type { Payout, PayoutLine, StripeBalance } from '@busker/core/books/payout';
import type { MonthlySnapshot } from '@busker/core/monthly/monthly-projection';
import {
  metadataKeys,
  type DisputeSnapshot,
  type PaymentSnapshot,
  type RefundSnapshot,
  type WarningSnapshot,
} from '@busker/core/tip-state/payment-snapshot';
import type { TipAmounts } from '@busker/core/tip/tip';
import type { OwnMethodType, MethodFacts } from '@busker/core/payments/methods';

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
  /** Stripe offers at most these types of payment method (core/payments). */
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
  /** The customer of an event about one, or about a payment method of theirs. */
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
  listPayouts(
    account: string | null,
    after: string | null,
    onAPage?: number,
  ): Promise<PaymentsResult<Page<Payout>>>;
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
  /** Registers a domain, or validates it again if it is registered. One that was switched off is on again. */
  register(account: string | null, domain: string): Promise<PaymentsResult<Site>>;
  /** Switches a domain off: Stripe removes none. One that is not registered stays so. */
  disable(account: string | null, domain: string): Promise<PaymentsResult<null>>;
  list(account: string | null): Promise<PaymentsResult<readonly Site[]>>;
}

/** The port to owners' Stripe accounts. Null means the server's own account (`single` mode). */
export interface Accounts {
  /** The same round gets the same account, however often it is sent; with other data it is refused (`idempotency_error`). */
  createAccount(wanted: WantedAccount): Promise<PaymentsResult<AccountState>>;
  readAccount(accountId: string | null): Promise<PaymentsResult<AccountState>>;
  /** Which payment methods the account has and shows now. */
  readMethods(accountId: string | null): Promise<PaymentsResult<AccountMethods>>;
  /** The URL of Stripe's onboarding: it works once, for a few minutes. */
  openOnboarding(
    accountId: string,
    pages: OnboardingPages,
  ): Promise<PaymentsResult<{ readonly url: string }>>;
}

export type AccountMethods = ReadonlyMap<OwnMethodType, MethodFacts>;

export interface WantedAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly name: string;
  readonly country: string;
  /** Null = the country's default. */
  readonly currency: Currency | null;
  /** Counts the accounts that were begun for this owner, from 1: part of Stripe's idempotency key. */
  readonly round: number;
  /** The text on a fan's bank statement; null = Stripe asks the owner for it. */
  readonly descriptor: string | null;
}

export interface OnboardingPages {
  /** Where Stripe sends owners with a used link; it creates a new one. */
  readonly refreshUrl: string;
  /** Where Stripe sends owners who leave onboarding, finished or not. */
  readonly returnUrl: string;
}

export interface AccountState {
  readonly accountId: string;
  readonly country: string | null;
  /** Null: a currency that Busker does not support. */
  readonly currency: Currency | null;
  readonly cardPayments: CardPaymentStatus;
  /** Stripe allows Link on this account. */
  readonly linkPayments: boolean;
  /** Stripe's names of the missing data. */
  readonly requirements: readonly string[];
}

/**
 * The port to Stripe's subscriptions. Amounts in minor units, times in epoch milliseconds. `account` is a connected account; null = the server's own.
 * A reference is that of a monthly tip: its `tipId` is the monthly tip's id. Null = not one of ours.
 */
export interface Subscriptions {
  /** Reads everything that a monthly tip's projection needs. */
  snapshot(wanted: MonthlyWanted): Promise<PaymentsResult<MonthlySnapshot>>;
  /** The product of an owner's monthly tips. A repeated call returns the same one. */
  makeProduct(order: ProductOrder): Promise<PaymentsResult<{ readonly productId: string }>>;
  /** Gives the product another name. A repeated call changes nothing. It answers within seconds, since an owner waits for it. */
  renameProduct(account: string | null, productId: string, name: string): Promise<PaymentsResult<null>>;
  /** Creates Stripe's page where a monthly tip begins. Repeated calls return the same page. `readCheckout` reads it. */
  openPage(order: MonthlyOrder): Promise<PaymentsResult<OpenCheckout>>;
  /** Stops a subscription at the end of its period, or takes that back before. A repeated call changes nothing. */
  stopAtPeriodEnd(
    account: string | null,
    subscriptionId: string,
    wish: 'stop' | 'keep',
  ): Promise<PaymentsResult<null>>;
  /** Another amount from the next period on: nothing is charged or paid back for the present one. A repeated call changes nothing. */
  changeAmount(change: AmountOfPeriod): Promise<PaymentsResult<null>>;
  /** Stripe's page of an invoice, where the fan pays or confirms. Null = it need not be paid (any more). */
  invoicePage(account: string | null, invoiceId: string): Promise<PaymentsResult<string | null>>;
  /** The monthly tips of the customers with this address, whatever capital letters it has there. The address goes to Stripe and nowhere else. */
  ofAddress(
    account: string | null,
    email: string,
    which: WhichMonthlies,
  ): Promise<PaymentsResult<readonly TipReference[]>>;
  /** Makes the configuration of Stripe's customer portal for an owner's fans. A repeated call with the same version returns the same one. */
  makePortal(order: PortalOrder): Promise<PaymentsResult<Portal>>;
  /** Opens the portal for one fan. `no-portal`: the configuration is gone or off. */
  openPortal(visit: PortalVisit): Promise<PaymentsResult<{ readonly url: string } | 'no-portal'>>;
  /** Ends a subscription now, and voids what is open: nothing more is charged. A repeated call changes nothing. */
  endNow(account: string | null, subscriptionId: string): Promise<PaymentsResult<null>>;
  ofInvoice(account: string | null, invoiceId: string): Promise<PaymentsResult<TipReference | null>>;
  /** The monthly tip of a payment that names none itself. */
  ofPayment(account: string | null, paymentIntentId: string): Promise<PaymentsResult<TipReference | null>>;
}

/** `running`: those that have not ended at Stripe. `all`: those that have ended too. */
export type WhichMonthlies = 'running' | 'all';

export interface ProductOrder {
  readonly account: string | null;
  readonly uid: string;
  /** `Monthly tip for @ada`: shown on the bill, and in the owner's reports at Stripe. */
  readonly name: string;
}

export interface AmountOfPeriod {
  readonly account: string | null;
  readonly subscriptionId: string;
  readonly itemId: string;
  readonly productId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly every: Interval;
}

export interface PortalOrder {
  readonly account: string | null;
  readonly uid: string;
  /** Another one is another configuration. */
  readonly version: number;
  /** Stands above Stripe's page. At most 60 characters. */
  readonly headline: string;
  readonly returnUrl: string;
}

export interface Portal {
  readonly configurationId: string;
  /** Stripe mails a link to who types their address there. */
  readonly loginUrl: string | null;
}

export interface PortalVisit {
  readonly account: string | null;
  readonly configurationId: string;
  readonly customerId: string;
  readonly returnUrl: string;
  /** `card`: straight to another card. `all`: everything that the portal has. */
  readonly flow: 'card' | 'all';
}

/** A monthly tip that begins. */
export interface MonthlyOrder extends Omit<TipOrder, 'applicationFee'> {
  readonly every: Interval;
  readonly productId: string;
  /** The host's share of each payment, in basis points; 0 = none. */
  readonly shareBps: number;
  /** Stands above the button of Stripe's page: what the fan agrees to. */
  readonly message: string;
  /** Stands on every invoice and receipt: where to stop. */
  readonly footer: string;
  readonly returnUrl: string;
  readonly expiresAt: number;
}

export interface MonthlyWanted {
  readonly account: string | null;
  readonly checkoutSessionId: string | null;
  /** Null until the fan has paid on Stripe's page. */
  readonly subscriptionId: string | null;
  /** Invoices made since then are read; null = all. */
  readonly invoicesSince: number | null;
}

/** Stripe's default tolerance for the age of a signature, in seconds. 0 would switch the check off. */
const toleranceSeconds = 300;

/** The SDK refuses only old signatures. One with a future time could be replayed until that time. */
function isAhead(signature: string, now: number): boolean {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  return times.some((part) => Number.parseInt(part.slice(2), 10) > now / 1000 + toleranceSeconds);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The ids in an object's metadata. Anybody with write access to a connected account can write anything there. */
function namedIn(metadata: unknown): WebhookEvent['reference'] {
  if (!isRecord(metadata)) return null;
  const named = [text(metadata[metadataKeys.uid]), text(metadata[metadataKeys.tipId])];
  if (named.includes(null)) return null;
  const [uid, tipId] = named.map(readDocumentId);
  return uid === undefined || tipId === undefined ? 'unreadable' : { uid, tipId };
}

/** The tip that an object's metadata names; null = not one of ours. */
export function referenceIn(metadata: unknown): TipReference | null {
  const named = namedIn(metadata);
  return named === 'unreadable' ? null : named;
}

/** An invoice has a copy of the metadata of its subscription. */
function subscriptionMetadata({ parent }: Readonly<Record<string, unknown>>): unknown {
  const details = isRecord(parent) ? parent['subscription_details'] : null;
  return isRecord(details) ? details['metadata'] : null;
}

function invoiceIn({ object, id, invoice }: Readonly<Record<string, unknown>>): string | null {
  if (object === 'invoice') return text(id);
  return object === 'invoice_payment' ? text(invoice) : null;
}

function customerIn({ object, id, customer }: Readonly<Record<string, unknown>>): string | null {
  if (object === 'customer') return text(id);
  return object === 'payment_method' ? text(customer) : null;
}

/**
 * Reads only the object and the account of an event. Its shape follows the endpoint's API version, not ours, and its content is as old as the event,
 * so nothing else is trusted.
 */
function webhookEventOf(event: Stripe.Event): WebhookEvent {
  const object: unknown = event.data.object;
  const fields = isRecord(object) ? object : {};
  const id = text(fields['id']);
  const invoiceId = invoiceIn(fields);
  const customerId = customerIn(fields);
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    livemode: event.livemode,
    objectId: id,
    paymentIntentId: fields['object'] === 'payment_intent' ? id : text(fields['payment_intent']),
    ...(invoiceId === null ? {} : { invoiceId }),
    ...(customerId === null ? {} : { customerId }),
    reference: namedIn(fields['metadata']) ?? namedIn(subscriptionMetadata(fields)),
  };
}

/**
 * A signed body that is no event of API v1. A thin event of API v2 (`v2.core.account…`) is recognised so that it can be accepted: Stripe sends
 * `account.updated` for the same change, and would repeat a refused event for days.
 */
function unlikeOurs(rawBody: Uint8Array): Result<WebhookEvent, 'unreadable'> {
  const body = parsed(new TextDecoder().decode(rawBody));
  const id = text(isRecord(body) ? body['id'] : null);
  const type = text(isRecord(body) ? body['type'] : null);
  if (!isRecord(body) || body['object'] !== 'v2.core.event' || id === null || type === null) {
    return fail('unreadable');
  }
  const livemode = body['livemode'] === true;
  const nothing = { account: null, objectId: null, paymentIntentId: null, reference: null };
  return ok({ id, type, livemode, ...nothing });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Tries each secret: during a rotation two are valid. */
export async function readWebhookEvent(
  stripe: Stripe,
  secrets: readonly string[],
  rawBody: Uint8Array,
  signature: string,
  now: number,
): Promise<Result<WebhookEvent, 'not-signed' | 'unreadable'>> {
  if (isAhead(signature, now)) return fail('not-signed');
  // The SDK does not check anything with a blank secret.
  for (const secret of secrets.filter((each) => each.trim() !== '')) {
    try {
      const event = await stripe.webhooks.constructEventAsync(
        rawBody,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now,
      );
      return ok(webhookEventOf(event));
    } catch (error) {
      // The SDK throws other errors only after the signature was found genuine.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return unlikeOurs(rawBody);
    }
  }
  return fail('not-signed');
}

/** Stripe's limits: https://docs.stripe.com/get-started/account/statement-descriptors */
const descriptorLength = { least: 5, most: 22 } as const;

/** Printable ASCII without the characters that Stripe refuses. */
const descriptorLetters = /^[ -~]*$/;
const descriptorRefused = /[<>\\'"*]/;

/** The text on a fan's bank statement, from the owner's public name; null = Stripe would refuse this name, and asks the owner instead. */
export function statementDescriptor(name: string): string | null {
  const text = name.trim().replaceAll(/\s+/g, ' ');
  const fits = text.length >= descriptorLength.least && text.length <= descriptorLength.most;
  return fits && descriptorLetters.test(text) && !descriptorRefused.test(text) && /[A-Za-z]/.test(text)
    ? text
    : null;
}
