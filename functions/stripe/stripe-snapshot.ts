import type Stripe from 'stripe';
import type { FanSum } from '../../core/money/fan-money';
import { subscriptionStatuses, type MonthlyCard } from '../../core/monthly/monthly';
import type { InvoiceSnapshot, SubscriptionSnapshot } from '../../core/monthly/monthly-projection';
import {
  intentStatuses,
  metadataKeys,
  type ChargeSnapshot,
  type DisputeSnapshot,
  type IntentSnapshot,
  type InvoiceOfPayment,
  type RefundSnapshot,
  type SessionSnapshot,
  type WarningSnapshot,
} from '../../core/tip/state/payment-snapshot';
import { readAmounts, riskLevels } from '../../core/tip/tip';
import type { ListedIntent, ListedTrace } from './payments';
import { on } from './stripe-call';
import { referenceIn } from './webhook-event';

/** Stripe's enums are open: an unknown value reads as `otherwise`. */
function known<T extends string>(values: readonly T[], given: string | null, otherwise: T): T {
  return values.find((value) => value === given) ?? otherwise;
}

const idOf = (given: string | { readonly id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);

const seconds = (given: number) => given * 1000;

/** A sum in the fan's own currency. A code that is none is left out: it is shown to people. */
function presentedSum(
  details: Stripe.PaymentIntent.PresentmentDetails | Stripe.Refund.PresentmentDetails | undefined,
): FanSum | null {
  if (details == null || !/^[a-z]{3}$/.test(details.presentment_currency)) return null;
  return { amount: details.presentment_amount, currency: details.presentment_currency };
}

export function intentSnapshot(intent: Stripe.PaymentIntent, failedAttempts: number): IntentSnapshot {
  const error = intent.last_payment_error;
  return {
    id: intent.id,
    status: known(intentStatuses, intent.status, 'processing'),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    amounts: readAmounts(intent.metadata[metadataKeys.amounts]),
    currency: intent.currency,
    presented: presentedSum(intent.presentment_details),
    tipId: intent.metadata[metadataKeys.tipId] ?? null,
    uid: intent.metadata[metadataKeys.uid] ?? null,
    cancellationReason: intent.cancellation_reason,
    lastError: error === null ? null : lastErrorOf(error),
    failedAttempts,
  };
}

function lastErrorOf(error: Stripe.PaymentIntent.LastPaymentError): IntentSnapshot['lastError'] {
  const { charge, payment_method: method } = error;
  return {
    code: error.code ?? error.type,
    declineCode: error.decline_code ?? null,
    unchargedMethod: charge === undefined ? (method?.id ?? null) : null,
  };
}

export function listedIntent(intent: Stripe.PaymentIntent): ListedIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const [uid, tipId] = [intent.metadata[metadataKeys.uid], intent.metadata[metadataKeys.tipId]];
  return {
    paymentIntentId: intent.id,
    reference: uid === undefined || tipId === undefined ? null : { uid, tipId },
    succeeded: intent.status === 'succeeded',
    amount: intent.amount,
    refunded: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    booked: idOf(charge?.balance_transaction) !== null,
    declined: intent.last_payment_error !== null || charge?.status === 'failed',
  };
}

export function chargeSnapshot(charge: Stripe.Charge): ChargeSnapshot {
  const details = charge.payment_method_details;
  const card = details?.card;
  const balance = typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null;
  const risk = charge.outcome?.risk_level;
  return {
    id: charge.id,
    status: known(['pending', 'succeeded', 'failed'], charge.status, 'pending'),
    createdAt: seconds(charge.created),
    method:
      details == null
        ? null
        : {
            type: details.type,
            brand: card?.brand ?? null,
            last4: card?.last4 ?? null,
            country: card?.country ?? null,
            wallet: card?.wallet?.type ?? null,
            fingerprint: card?.fingerprint ?? null,
          },
    statement: charge.calculated_statement_descriptor,
    riskLevel: riskLevels.find((level) => level === risk) ?? null,
    balance: balance === null ? null : balanceOf(balance),
  };
}

function balanceOf(transaction: Stripe.BalanceTransaction): ChargeSnapshot['balance'] {
  const sum = (...types: readonly string[]) =>
    transaction.fee_details
      .filter((detail) => types.includes(detail.type))
      .reduce((total, detail) => total + detail.amount, 0);
  return {
    id: transaction.id,
    stripeFee: sum('stripe_fee', 'tax'),
    applicationFee: sum('application_fee'),
    net: transaction.net,
    currency: transaction.currency,
  };
}

export function refundSnapshot(refund: Stripe.Refund): RefundSnapshot {
  return {
    id: refund.id,
    amount: refund.amount,
    status: known(
      ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
      refund.status,
      'pending',
    ),
    requestId: refund.metadata?.[metadataKeys.requestId] ?? null,
    failureReason: refund.failure_reason ?? null,
    presented: presentedSum(refund.presentment_details),
    createdAt: seconds(refund.created),
    booked: bookedOf([refund.balance_transaction, refund.failure_balance_transaction]),
  };
}

/** The sum of the expanded balance transactions; null when none is expanded or booked. */
function bookedOf(
  transactions: readonly (string | Stripe.BalanceTransaction | null | undefined)[],
): number | null {
  const expanded = transactions.filter((each) => typeof each === 'object' && each !== null);
  return expanded.length === 0 ? null : expanded.reduce((total, { net }) => total + net, 0);
}

const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const;

/** A lost dispute that the owner can, or does, take further. The money stays with the fan until it is won. */
const appealed = new Set<string>(['appeal_needs_response', 'appeal_under_review']);

export function disputeSnapshot(dispute: Stripe.Dispute): DisputeSnapshot {
  const due = dispute.evidence_details.due_by;
  const isAppealed = appealed.has(dispute.status);
  return {
    id: dispute.id,
    amount: dispute.amount,
    status: isAppealed ? 'lost' : known(disputeStatuses, dispute.status, 'under_review'),
    dueBy: due === null || isAppealed ? null : seconds(due),
    createdAt: seconds(dispute.created),
    booked: {
      net: dispute.balance_transactions.reduce((total, { net }) => total + net, 0),
      fee: dispute.balance_transactions.reduce((total, { fee }) => total + fee, 0),
    },
  };
}

export function warningSnapshot(warning: Stripe.Radar.EarlyFraudWarning): WarningSnapshot {
  const { fraud_type: type, actionable, created } = warning;
  return { type, actionable, createdAt: seconds(created) };
}

export function sessionSnapshot(session: Stripe.Checkout.Session): SessionSnapshot {
  return { id: session.id, status: known(['open', 'complete', 'expired'], session.status, 'open') };
}

export { idOf };

/** The payments of an invoice that was read with `expand: ['payments']`. */
export const paymentsOf = (invoice: Stripe.Invoice) =>
  (invoice.payments?.data ?? []).flatMap(({ payment, status }) => {
    const paymentIntentId = idOf(payment.payment_intent);
    return paymentIntentId === null ? [] : [{ paymentIntentId, isPaid: status === 'paid' }];
  });

/** The period that an invoice is for, in epoch milliseconds. Its own `period_start` and `period_end` are those of the period before. */
function periodOf({ lines, created }: Stripe.Invoice): { readonly from: number; readonly to: number } {
  const period = lines.data[0]?.period ?? { start: created, end: created };
  return { from: period.start * 1000, to: period.end * 1000 };
}

/** What an invoice says about the tip that pays it, and the payment that counts: the one that succeeded, else the first. */
export async function invoiceOf(
  stripe: Stripe,
  account: string | null,
  invoiceId: string,
): Promise<{ readonly facts: InvoiceOfPayment; readonly paymentIntentId: string | null }> {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }, on(account));
  const payments = paymentsOf(invoice);
  const paid = payments.filter(({ isPaid }) => isPaid);
  const details = invoice.parent?.subscription_details;
  return {
    facts: {
      id: invoice.id ?? invoiceId,
      subscriptionId: idOf(details?.subscription),
      tipId: details?.metadata?.[metadataKeys.tipId] ?? null,
      uid: details?.metadata?.[metadataKeys.uid] ?? null,
      ...periodOf(invoice),
      paidPayments: paid.length,
    },
    paymentIntentId: (paid[0] ?? payments[0])?.paymentIntentId ?? null,
  };
}

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

interface HangsOnPayment {
  readonly payment_intent?: string | Stripe.PaymentIntent | null;
}

/** The first hundred that were created since then (epoch milliseconds). */
export const madeSince = (since: number) => ({ created: { gte: Math.floor(since / 1000) }, limit: 100 });

/** A list of disputes or warnings, with their payments. */
export const withIntents = (since: number) => ({ ...madeSince(since), expand: ['data.payment_intent'] });

/** The disputes or warnings of payments; all pages of the list are read. */
export async function tracesIn<T extends HangsOnPayment, Trace>(
  list: AsyncIterable<T>,
  read: (object: T) => Trace,
): Promise<readonly (Trace & ListedTrace)[]> {
  const found: (Trace & ListedTrace)[] = [];
  for await (const object of list) {
    const intent = typeof object.payment_intent === 'object' ? object.payment_intent : null;
    if (intent === null) continue;
    found.push({ ...read(object), reference: referenceIn(intent.metadata), paymentIntentId: intent.id });
  }
  return found;
}

export const readDispute = (dispute: Stripe.Dispute) => ({ dispute: disputeSnapshot(dispute) });

export const readWarning = (warning: Stripe.Radar.EarlyFraudWarning) => ({
  warning: warningSnapshot(warning),
});
