import type { MonthlySnapshot } from '../../core/monthly/monthly-projection';
import type { Currency } from '../../core/money/money';
import type { Interval } from '../../core/money/amount-limits';
import type { OpenCheckout, PaymentsResult, TipOrder, TipReference } from './payments';

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
  /** The monthly tip of an invoice. */
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
