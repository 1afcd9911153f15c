import type Stripe from 'stripe';
import { fail, ok } from '@busker/core/base/result';
import type { FanSum } from '@busker/core/money/fan-money';
import type { FeeLine } from '@busker/core/fees/fees';
import { subscriptionStatuses, type MonthlyCard } from '@busker/core/monthly/monthly';
import type { InvoiceSnapshot, SubscriptionSnapshot } from '@busker/core/monthly/monthly-projection';
import {
  intentStatuses,
  metadataKeys,
  type ChargeSnapshot,
  type DisputeSnapshot,
  type IntentSnapshot,
  type InvoiceOfPayment,
  type PaymentSnapshot,
  type RefundSnapshot,
  type SessionSnapshot,
  type WarningSnapshot,
} from '@busker/core/tip-state/payment-snapshot';
import { readAmounts, riskLevels, spellAmounts } from '@busker/core/tip/tip';
import type { Clock } from '../clock';
import {
  readWebhookEvent,
  referenceIn,
  type CancelReason,
  type CheckoutOrder,
  type IntentChange,
  type ListedBooking,
  type ListedIntent,
  type ListedTrace,
  type MadeRefund,
  type Payments,
  type PaymentsResult,
  type RefundOrder,
  type Refunds,
  type SnapshotWanted,
  type StartedIntent,
  type TipOrder,
  type TipReference,
} from './payments';
import { askedOf, keyIn, on, statementSuffix, StripeCheckout, type Asked } from './stripe-checkout';

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

function intentSnapshot(intent: Stripe.PaymentIntent, failedAttempts: number): IntentSnapshot {
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

function listedIntent(intent: Stripe.PaymentIntent): ListedIntent {
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

function chargeSnapshot(charge: Stripe.Charge): ChargeSnapshot {
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
    cameBack: cameBackOf(refund.failure_balance_transaction),
  };
}

const cameBackOf = (transaction: Stripe.Refund['failure_balance_transaction']) =>
  typeof transaction === 'object' && transaction !== null
    ? { at: seconds(transaction.created), net: transaction.net }
    : null;

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
      moves: dispute.balance_transactions.map(({ created, net, fee }) => ({
        at: seconds(created),
        net,
        fee,
      })),
    },
  };
}

function warningSnapshot(warning: Stripe.Radar.EarlyFraudWarning): WarningSnapshot {
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
async function invoiceOf(
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
const withIntents = (since: number) => ({ ...madeSince(since), expand: ['data.payment_intent'] });

/** The disputes or warnings of payments; all pages of the list are read. */
async function tracesIn<T extends HangsOnPayment, Trace>(
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

const readDispute = (dispute: Stripe.Dispute) => ({ dispute: disputeSnapshot(dispute) });

const readWarning = (warning: Stripe.Radar.EarlyFraudWarning) => ({
  warning: warningSnapshot(warning),
});

/** A list of balance transactions, with the charges, refunds and disputes that they are about. */
const withSources = (since: number) => ({ ...madeSince(since), expand: ['data.source'] });

/** The lines that are about payments; all pages of the list are read. Payouts, Stripe's own fees and other lines are left out. */
async function bookingsIn(list: AsyncIterable<Stripe.BalanceTransaction>): Promise<readonly ListedBooking[]> {
  const found: ListedBooking[] = [];
  for await (const { source, created } of list) {
    if (typeof source !== 'object' || source === null || !('object' in source)) continue;
    const about = aboutOf(source);
    const paymentIntentId = 'payment_intent' in source ? idOf(source.payment_intent) : null;
    if (about !== undefined && paymentIntentId !== null)
      found.push({ bookedAt: created * 1000, paymentIntentId, about });
  }
  return found;
}

function aboutOf(
  source: Exclude<Stripe.BalanceTransactionSource, string>,
): ListedBooking['about'] | undefined {
  if (source.object === 'refund') return { kind: 'refund', refund: refundSnapshot(source) };
  if (source.object === 'dispute') return { kind: 'dispute', dispute: disputeSnapshot(source) };
  if (source.object !== 'charge') return undefined;
  return {
    kind: 'charge',
    reference: referenceIn(source.metadata),
    paidAt: source.created * 1000,
    amount: source.amount,
    refunded: source.amount_refunded,
    disputed: source.disputed,
  };
}

/** A list of the fees that Stripe books apart from the payments. */
const ownFees = (since: number) => ({ ...madeSince(since), type: 'stripe_fee' });

/** All pages of the list are read. `net` is what the line did to the balance, so a fee that Stripe gave back is negative here. */
async function feesIn(list: AsyncIterable<Stripe.BalanceTransaction>): Promise<readonly FeeLine[]> {
  const found: FeeLine[] = [];
  for await (const { id, created, currency, net } of list)
    found.push({ id, at: created * 1000, currency, amount: 0 - net });
  return found;
}

function started(intent: Stripe.PaymentIntent): StartedIntent {
  if (intent.client_secret === null) throw new Error('Stripe answered a payment intent without its secret');
  return {
    paymentIntentId: intent.id,
    clientSecret: intent.client_secret,
    amount: intent.amount,
    currency: intent.currency,
  };
}

/** A payment's refunds with what Stripe booked for each, and for a failed one what it returned. */
const bookedRefunds = (paymentIntentId: string) => ({
  payment_intent: paymentIntentId,
  limit: 100,
  expand: ['data.balance_transaction', 'data.failure_balance_transaction'],
});

const changeableStatuses: ReadonlySet<string> = new Set(['requires_payment_method', 'requires_confirmation']);

export class StripePayments implements Payments {
  private readonly checkout: StripeCheckout;
  private readonly asked: Asked;

  constructor(
    private readonly stripe: Stripe,
    private readonly webhookSecrets: readonly string[],
    private readonly clock: Clock,
  ) {
    this.checkout = new StripeCheckout(stripe);
    this.asked = askedOf(stripe);
  }

  createIntent(order: TipOrder): Promise<PaymentsResult<StartedIntent>> {
    const { account, uid, tipId, amount, currency, applicationFee, description, keyRound } = order;
    return this.asked(async () =>
      started(
        await this.stripe.paymentIntents.create(
          {
            amount,
            currency,
            description,
            allowed_payment_method_types: [...order.ways],
            statement_descriptor_suffix: statementSuffix,
            metadata: { [metadataKeys.tipId]: tipId, [metadataKeys.uid]: uid },
            ...(applicationFee > 0 ? { application_fee_amount: applicationFee } : {}),
          },
          { ...on(account), idempotencyKey: keyIn(keyRound, `tip:${tipId}:pi:${amount}${currency}`) },
        ),
      ),
    );
  }

  /** Stripe would change a payment during its 3-D Secure check. Busker does not. */
  async changeIntent(change: IntentChange): Promise<PaymentsResult<StartedIntent>> {
    const { account, paymentIntentId, amount, amounts, applicationFeeBefore } = change;
    const now = await this.asked(() => this.stripe.paymentIntents.retrieve(paymentIntentId, {}, on(account)));
    if (!now.ok) return now;
    if (!changeableStatuses.has(now.value.status)) {
      const { requestId } = now.value.lastResponse;
      return fail({ kind: 'refused', code: 'payment_intent_unexpected_state', requestId });
    }
    const { applicationFee } = amounts;
    const metadata = { [metadataKeys.amounts]: spellAmounts(amounts) };
    // An empty text removes a stored value; where none is stored, the parameter is omitted.
    const taken = applicationFeeBefore > 0 ? { application_fee_amount: '' as const } : {};
    const share = applicationFee > 0 ? { application_fee_amount: applicationFee } : taken;
    return this.asked(async () =>
      started(
        await this.stripe.paymentIntents.update(paymentIntentId, { amount, metadata, ...share }, on(account)),
      ),
    );
  }

  readIntent(account: string | null, paymentIntentId: string) {
    return this.asked(async () =>
      started(await this.stripe.paymentIntents.retrieve(paymentIntentId, {}, on(account))),
    );
  }

  mailReceipt(account: string | null, paymentIntentId: string, email: string) {
    return this.asked(async () => {
      await this.stripe.paymentIntents.update(paymentIntentId, { receipt_email: email }, on(account));
      return null;
    });
  }

  cancelIntent(account: string | null, paymentIntentId: string, reason: CancelReason) {
    return this.asked(async () => {
      await this.stripe.paymentIntents.cancel(paymentIntentId, { cancellation_reason: reason }, on(account));
      return null;
    });
  }

  openCheckout(order: CheckoutOrder) {
    return this.checkout.open(order);
  }

  readCheckout(account: string | null, sessionId: string) {
    return this.checkout.read(account, sessionId);
  }

  expireCheckout(account: string | null, sessionId: string) {
    return this.checkout.expire(account, sessionId);
  }

  tipOf(account: string | null, paymentIntentId: string): Promise<PaymentsResult<TipReference | null>> {
    return this.asked(async () => {
      const { metadata } = await this.stripe.paymentIntents.retrieve(paymentIntentId, {}, on(account));
      return referenceIn(metadata);
    });
  }

  listCheckouts(account: string | null, since: number) {
    return this.checkout.list(account, since);
  }

  listIntents(account: string | null, since: number) {
    return this.asked(async () => {
      const found: ListedIntent[] = [];
      const query = { ...madeSince(since), expand: ['data.latest_charge'] };
      for await (const intent of this.stripe.paymentIntents.list(query, on(account))) {
        found.push(listedIntent(intent));
      }
      return found;
    });
  }

  listWarnings(account: string | null, since: number) {
    const warnings = () => this.stripe.radar.earlyFraudWarnings.list(withIntents(since), on(account));
    return this.asked(() => tracesIn(warnings(), readWarning));
  }

  listBookings(account: string | null, since: number) {
    return this.asked(() =>
      bookingsIn(this.stripe.balanceTransactions.list(withSources(since), on(account))),
    );
  }

  listFees(account: string | null, since: number) {
    return this.asked(() => feesIn(this.stripe.balanceTransactions.list(ownFees(since), on(account))));
  }

  listDisputes(account: string | null, since: number) {
    return this.asked(() =>
      tracesIn(this.stripe.disputes.list(withIntents(since), on(account)), readDispute),
    );
  }

  async snapshot(wanted: SnapshotWanted): Promise<PaymentsResult<PaymentSnapshot>> {
    const askedAt = this.clock.now();
    const { account, checkoutSessionId } = wanted;
    const session =
      checkoutSessionId === null
        ? ok(null)
        : await this.asked(() => this.stripe.checkout.sessions.retrieve(checkoutSessionId, {}, on(account)));
    if (!session.ok) return session;
    const invoiceId = wanted.invoiceId ?? idOf(session.value?.invoice);
    const invoice =
      invoiceId === null ? ok(null) : await this.asked(() => invoiceOf(this.stripe, account, invoiceId));
    if (!invoice.ok) return invoice;
    const paymentIntentId =
      wanted.paymentIntentId ??
      idOf(session.value?.payment_intent) ??
      invoice.value?.paymentIntentId ??
      wanted.askAboutIntent ??
      null;
    const none = { intent: null, charge: null, refunds: [], disputes: [], warnings: [] };
    const payment =
      paymentIntentId === null ? ok(none) : await this.asked(() => this.payment(paymentIntentId, wanted));
    if (!payment.ok) return payment;
    const { livemode, ...parts } = { livemode: session.value?.livemode ?? false, ...payment.value };
    return ok({
      askedAt,
      accountId: account,
      livemode,
      session: session.value === null ? null : sessionSnapshot(session.value),
      ...(invoice.value === null ? {} : { invoice: invoice.value.facts }),
      ...parts,
    });
  }

  readEvent(rawBody: Uint8Array, signature: string) {
    return readWebhookEvent(this.stripe, this.webhookSecrets, rawBody, signature, this.clock.now());
  }

  /** The intent with its charge, refunds, disputes and warnings. Refunds and disputes are requested only where there are any. */
  private async payment(id: string, { account, hasRefunds, hasDispute, hasWarning }: SnapshotWanted) {
    const [intent, charges] = await Promise.all([
      this.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] }, on(account)),
      this.stripe.charges.list({ payment_intent: id, limit: 20 }, on(account)),
    ]);
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    const refunded = hasRefunds || (charge?.amount_refunded ?? 0) > 0;
    const disputed = hasDispute || charge?.disputed === true;
    const [refunds, disputes, warnings] = await Promise.all([
      refunded ? this.stripe.refunds.list(bookedRefunds(id), on(account)) : null,
      disputed ? this.stripe.disputes.list({ payment_intent: id, limit: 10 }, on(account)) : null,
      hasWarning ? this.stripe.radar.earlyFraudWarnings.list({ payment_intent: id }, on(account)) : null,
    ]);
    const failed = charges.data.filter((each) => each.status === 'failed').length;
    return {
      livemode: intent.livemode,
      intent: intentSnapshot(intent, failed),
      charge: charge === null ? null : chargeSnapshot(charge),
      refunds: refunds?.data.map(refundSnapshot) ?? [],
      disputes: disputes?.data.map(disputeSnapshot) ?? [],
      warnings: warnings?.data.map(warningSnapshot) ?? [],
    };
  }
}

function statusOf(given: string | null): MadeRefund['status'] {
  if (given === 'succeeded' || given === 'failed' || given === 'canceled') return given;
  // `requires_action` counts as pending.
  return 'pending';
}

export class StripeRefunds implements Refunds {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  createRefund(order: RefundOrder): Promise<PaymentsResult<MadeRefund>> {
    const { account, paymentIntentId, tipId, requestId, keyRound, amount, reason, withApplicationFee } =
      order;
    return this.asked(async () => {
      const refund = await this.stripe.refunds.create(
        {
          payment_intent: paymentIntentId,
          amount,
          reason,
          // If the answer is lost for longer than Stripe stores the key, this metadata still identifies the request.
          metadata: { [metadataKeys.requestId]: requestId },
          ...(withApplicationFee ? { refund_application_fee: true } : {}),
        },
        { ...on(account), idempotencyKey: keyIn(keyRound, `refund:${tipId}:${requestId}`) },
      );
      const failureReason = refund.failure_reason ?? null;
      return { refundId: refund.id, status: statusOf(refund.status), failureReason };
    });
  }
}
