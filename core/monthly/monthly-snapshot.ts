import type { MonthlyCard, SubscriptionStatus } from './monthly';

/**
 * Stripe's data about one monthly tip, in our own types, from one fresh read. Amounts in minor units, times in epoch milliseconds (Stripe's are
 * seconds), ids as Stripe writes them.
 */
export interface MonthlySnapshot {
  /** When the request was sent, by the server's clock. */
  readonly askedAt: number;
  /** Stripe's page. Null when it need not be asked, because the subscription is known. */
  readonly session: {
    readonly status: 'open' | 'complete' | 'expired';
    readonly subscriptionId: string | null;
  } | null;
  /** Null until the fan has paid on Stripe's page. */
  readonly subscription: SubscriptionSnapshot | null;
  /** The invoices of the last weeks, in any order; all that have changed since the last read are among them. */
  readonly invoices: readonly InvoiceSnapshot[];
}

export interface SubscriptionSnapshot {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly livemode: boolean;
  /** The tip and the owner in its metadata; null when missing. */
  readonly tipId: string | null;
  readonly uid: string | null;
  readonly customerId: string;
  /** The only item. Null when the owner has added another one at Stripe. */
  readonly item: {
    readonly id: string;
    /** Null where Stripe has no fixed amount. */
    readonly amount: number | null;
    /** As Stripe sends it; may be a currency or an interval that Busker does not support. */
    readonly currency: string;
    readonly interval: string;
    readonly intervalCount: number;
    readonly periodStart: number;
    readonly periodEnd: number;
  } | null;
  readonly startedAt: number;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelAt: number | null;
  readonly endedAt: number | null;
  /** Stripe's reason of the cancellation (`cancellation_requested`, `payment_disputed`, `payment_failed`). */
  readonly cancelReason: string | null;
  /** Invoices are made and not collected. `resumesAt` null = until further notice. */
  readonly collectionPaused: { readonly resumesAt: number | null } | null;
  readonly card: MonthlyCard | null;
  readonly latestInvoiceId: string | null;
}

export interface InvoiceSnapshot {
  readonly id: string;
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** It began the subscription. */
  readonly isFirst: boolean;
  readonly createdAt: number;
  /** The period that it is for. */
  readonly from: number;
  readonly to: number;
  readonly currency: string;
  readonly amountDue: number;
  readonly amountPaid: number;
  /** False until Stripe has charged the card once: for the first hour an unpaid invoice is no failure. */
  readonly attempted: boolean;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly paidAt: number | null;
  /** Every payment of it, paid or not. None when nothing was due, or when it was paid outside Stripe. */
  readonly payments: readonly { readonly paymentIntentId: string; readonly isPaid: boolean }[];
  /** The card's bank asks the fan to confirm the payment. */
  readonly needsAction: boolean;
}

/** Whether an invoice is a tip: it was paid through Stripe, or its card was tried. */
export const isBilled = ({ status, attempted, payments }: InvoiceSnapshot): boolean => {
  if (status === 'paid') return payments.some(({ isPaid }) => isPaid);
  return status === 'open' && wasTried({ attempted, payments });
};

/** The fan can still pay it on Stripe's page, also after the end of the subscription, until somebody voids it. */
export const canBePaid = ({ status }: InvoiceSnapshot): boolean =>
  status === 'open' || status === 'uncollectible';

/**
 * Stripe no longer tries its card by itself, but it did before: the last tries belong to its tip, if there is one. A void invoice cannot be paid. An
 * uncollectible one still can, by the fan or the owner at Stripe, and is then `paid` (https://docs.stripe.com/invoicing/integration/workflow-transitions).
 */
export const isGivenUp = ({ status, ...invoice }: InvoiceSnapshot): boolean =>
  (status === 'void' || status === 'uncollectible') && wasTried(invoice);

const wasTried = ({ attempted, payments }: Pick<InvoiceSnapshot, 'attempted' | 'payments'>): boolean =>
  attempted && payments.length > 0;
