import type Stripe from 'stripe';
import { subscriptionStatuses, type MonthlyCard } from '../../core/monthly/monthly';
import type { InvoiceSnapshot, SubscriptionSnapshot } from '../../core/monthly/monthly-projection';
import { metadataKeys } from '../../core/tip/state/payment-snapshot';
import { paymentsOf, periodOf } from './stripe-invoice';
import { idOf } from './stripe-snapshot';

const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

const millis = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);

export function subscriptionSnapshot(subscription: Stripe.Subscription): SubscriptionSnapshot {
  const { metadata, pause_collection: paused } = subscription;
  return {
    id: subscription.id,
    // A status that Stripe adds later reads as one that needs attention, not as one that is well.
    status: subscriptionStatuses.find((status) => status === subscription.status) ?? 'past_due',
    livemode: subscription.livemode,
    tipId: metadata[metadataKeys.tipId] ?? null,
    uid: metadata[metadataKeys.uid] ?? null,
    customerId: idOf(subscription.customer) ?? '',
    item: itemOf(subscription),
    startedAt: subscription.start_date * 1000,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: millis(subscription.cancel_at),
    endedAt: millis(subscription.ended_at),
    cancelReason: subscription.cancellation_details?.reason ?? null,
    collectionPaused: paused && { resumesAt: millis(paused.resumes_at) },
    card: cardOf(subscription.default_payment_method),
    latestInvoiceId: idOf(subscription.latest_invoice),
  };
}

function itemOf({ items }: Stripe.Subscription): SubscriptionSnapshot['item'] {
  const [item, other] = items.data;
  if (item === undefined || other !== undefined) return null;
  const { unit_amount: each, currency, recurring } = item.price;
  return {
    id: item.id,
    amount: each === null ? null : each * (item.quantity ?? 1),
    currency,
    interval: recurring?.interval ?? '',
    intervalCount: recurring?.interval_count ?? 0,
    periodStart: item.current_period_start * 1000,
    periodEnd: item.current_period_end * 1000,
  };
}

function cardOf(method: Stripe.Subscription['default_payment_method']): MonthlyCard | null {
  const card = method !== null && typeof method === 'object' ? method.card : undefined;
  if (card === undefined) return null;
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}

export function invoiceSnapshot(invoice: Stripe.Invoice, needsAction: boolean): InvoiceSnapshot {
  return {
    id: invoice.id ?? '',
    // A draft says nothing about money, which fits what we do not know.
    status: invoiceStatuses.find((status) => status === invoice.status) ?? 'draft',
    isFirst: invoice.billing_reason === 'subscription_create',
    createdAt: invoice.created * 1000,
    ...periodOf(invoice),
    currency: invoice.currency,
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    attempted: invoice.attempted,
    attempts: invoice.attempt_count,
    nextAttemptAt: millis(invoice.next_payment_attempt),
    paidAt: millis(invoice.status_transitions.paid_at),
    payments: paymentsOf(invoice),
    needsAction,
  };
}
