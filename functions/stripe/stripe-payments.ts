import type Stripe from 'stripe';
import { fail, ok } from '../../core/base/result';
import type { FeeLine } from '../../core/money/fee-lines';
import { metadataKeys, type PaymentSnapshot } from '../../core/tip/state/payment-snapshot';
import { spellAmounts } from '../../core/tip/tip';
import type { Clock } from '../clock';
import type {
  CancelReason,
  CheckoutOrder,
  IntentChange,
  ListedBooking,
  ListedIntent,
  MadeRefund,
  Payments,
  PaymentsResult,
  RefundOrder,
  Refunds,
  SnapshotWanted,
  StartedIntent,
  TipOrder,
  TipReference,
} from './payments';
import { askedOf, keyIn, on, statementSuffix, type Asked } from './stripe-call';
import { StripeCheckout } from './stripe-checkout';
import {
  chargeSnapshot,
  disputeSnapshot,
  idOf,
  intentSnapshot,
  invoiceOf,
  listedIntent,
  madeSince,
  readDispute,
  readWarning,
  refundSnapshot,
  sessionSnapshot,
  tracesIn,
  warningSnapshot,
  withIntents,
} from './stripe-snapshot';
import { readWebhookEvent, referenceIn } from './webhook-event';

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
