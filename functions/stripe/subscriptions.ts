import type { MonthlySnapshot } from '../../core/monthly/monthly-snapshot';
import type { PaymentsResult, TipReference } from './payments';

/**
 * The port to Stripe's subscriptions. Amounts in minor units, times in epoch milliseconds. `account` is a connected account; null = the server's own.
 * A reference is that of a monthly tip: its `tipId` is the monthly tip's id. Null = not one of ours.
 */
export interface Subscriptions {
  /** Reads everything that a monthly tip's projection needs. */
  snapshot(wanted: MonthlyWanted): Promise<PaymentsResult<MonthlySnapshot>>;
  /** Ends a subscription now, and voids what is open: nothing more is charged. A repeated call changes nothing. */
  endNow(account: string | null, subscriptionId: string): Promise<PaymentsResult<null>>;
  /** The monthly tip of an invoice. */
  ofInvoice(account: string | null, invoiceId: string): Promise<PaymentsResult<TipReference | null>>;
  /** The monthly tip of a payment that names none itself. */
  ofPayment(account: string | null, paymentIntentId: string): Promise<PaymentsResult<TipReference | null>>;
}

export interface MonthlyWanted {
  readonly account: string | null;
  readonly checkoutSessionId: string | null;
  /** Null until the fan has paid on Stripe's page. */
  readonly subscriptionId: string | null;
  /** Invoices made since then are read; null = all. */
  readonly invoicesSince: number | null;
}
