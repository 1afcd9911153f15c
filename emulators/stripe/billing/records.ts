import type Stripe from 'stripe';
import { decimal, formatPlan, formatPrice } from '../customers/catalogue';
import { formatCustomerAddress, invoicePage, totalOf } from '../customers/mails';
import type {
  DiscountAmount,
  DiscountEntity,
  InvoiceEntity,
  InvoicePaymentEntity,
  SubscriptionEntity,
} from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';

export function formatDiscount(discount: DiscountEntity): Stripe.Discount {
  return {
    id: discount.id,
    object: 'discount',
    checkout_session: null,
    customer: discount.customer,
    customer_account: null,
    end: discount.end,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: discount.coupon, type: 'coupon' },
    start: discount.start,
    subscription: discount.subscription,
    subscription_item: null,
  } satisfies Stripe.Discount;
}

/** The same amounts as credits before tax, which Stripe lists too. */
const formatCredits = (amounts: readonly DiscountAmount[]) =>
  amounts.map(({ amount, discount }) => ({ amount, discount, type: 'discount' as const }));

export function formatInvoicePayment(payment: InvoicePaymentEntity): Stripe.InvoicePayment {
  return {
    id: payment.id,
    object: 'invoice_payment',
    amount_paid: payment.amountPaid,
    amount_requested: payment.amountRequested,
    created: payment.created,
    currency: payment.currency,
    invoice: payment.invoice,
    is_default: true,
    livemode: false,
    payment: { payment_intent: payment.paymentIntent, type: 'payment_intent' },
    status: payment.status,
    status_transitions: { canceled_at: payment.canceledAt, paid_at: payment.paidAt },
  } satisfies Stripe.InvoicePayment;
}

function formatLine({ store }: Pick<Sandbox, 'store'>, invoice: InvoiceEntity): Stripe.InvoiceLineItem {
  const price = store.get('price', invoice.item.price);
  const { discounts = [] } = invoice;
  const product = price && store.get('product', price.product);
  return {
    id: invoice.item.line,
    object: 'line_item',
    amount: invoice.amount,
    currency: invoice.currency,
    description: `1 × ${product?.name ?? 'Subscription'}`,
    discount_amounts: [...discounts],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: { ...invoice.metadata },
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: invoice.subscription,
        subscription_item: invoice.item.id,
      },
      type: 'subscription_item_details',
    },
    period: { ...invoice.linePeriod },
    pretax_credit_amounts: formatCredits(discounts),
    pricing: {
      price_details: { price: invoice.item.price, product: price?.product ?? '' },
      type: 'price_details',
      unit_amount_decimal: decimal(invoice.amount),
    },
    quantity: 1,
    quantity_decimal: decimal(1),
    subscription: invoice.subscription,
    subtotal: invoice.amount,
    taxes: [],
  } satisfies Stripe.InvoiceLineItem;
}

const formatFinalizationError = (message: string): Stripe.Invoice.LastFinalizationError => ({
  code: 'invoice_no_payment_method_types',
  message,
  type: 'invalid_request_error',
});

/** What the invoice says about money. */
function formatAmounts(invoice: InvoiceEntity) {
  const { amount, amountDue, amountPaid, discounts = [] } = invoice;
  const total = totalOf(invoice);
  const left = invoice.status === 'paid' ? 0 : amountDue - amountPaid;
  return {
    amount_due: amountDue,
    amount_overpaid: 0,
    amount_paid: amountPaid,
    amount_paid_off_stripe: invoice.paidOffStripe ? amountPaid : 0,
    amount_remaining: left,
    amount_shipping: 0,
    ending_balance: invoice.status === 'draft' ? null : total - amountDue,
    starting_balance: 0,
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total,
    total_discount_amounts: [...discounts],
    total_excluding_tax: total,
    total_pretax_credit_amounts: formatCredits(discounts),
    total_taxes: [],
  } satisfies Partial<Stripe.Invoice>;
}

export function formatInvoice(
  sandbox: Pick<Sandbox, 'store' | 'platform' | 'origin'>,
  invoice: InvoiceEntity,
): Stripe.Invoice {
  const { store } = sandbox;
  const account = store.get('account', invoice.account);
  const customer = store.get('customer', invoice.customer);
  const page = invoice.status === 'draft' ? null : invoicePage(sandbox, invoice);
  return {
    id: invoice.id,
    object: 'invoice',
    account_country: account?.country ?? null,
    account_name: account?.displayName ?? null,
    account_tax_ids: null,
    ...formatAmounts(invoice),
    application: invoice.account === sandbox.platform ? null : 'ca_sandbox',
    attempt_count: invoice.attempts,
    attempted: invoice.attempted,
    auto_advance: invoice.autoAdvance,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: invoice.status === 'draft' ? invoice.finalizesAt : null,
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    created: invoice.created,
    currency: invoice.currency,
    custom_fields: null,
    customer: invoice.customer,
    customer_account: null,
    customer_address: customer ? formatCustomerAddress(customer) : null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: invoice.description,
    discounts: (invoice.discounts ?? []).map(({ discount }) => discount),
    due_date: null,
    effective_at: invoice.finalizedAt,
    footer: invoice.footer,
    from_invoice: null,
    hosted_invoice_url: page,
    invoice_pdf: page === null ? null : `${page}/pdf`,
    issuer: { type: 'self' },
    last_finalization_error:
      invoice.finalizationError === null ? null : formatFinalizationError(invoice.finalizationError),
    latest_revision: null,
    lines: {
      object: 'list',
      data: [formatLine(sandbox, invoice)],
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: invoice.status === 'draft' ? invoice.finalizesAt : invoice.nextAttempt,
    number: invoice.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...invoice.metadata }, subscription: invoice.subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalizedAt,
      marked_uncollectible_at: invoice.uncollectibleAt,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    test_clock: customer?.testClock ?? null,
    webhooks_delivered_at: invoice.finalizedAt,
  } satisfies Stripe.Invoice;
}

type Feedback = Stripe.Subscription.CancellationDetails['feedback'];

function formatItem(
  { store }: Pick<Sandbox, 'store'>,
  subscription: SubscriptionEntity,
): Stripe.SubscriptionItem {
  const price = store.get('price', subscription.item.price);
  if (!price) throw new Error(`The subscription ${subscription.id} lost its price.`);
  return {
    id: subscription.item.id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: subscription.created,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: formatPlan(price),
    price: formatPrice(price),
    quantity: 1,
    subscription: subscription.id,
    tax_rates: [],
  } satisfies Stripe.SubscriptionItem;
}

const formatPaused = (subscription: SubscriptionEntity): Stripe.Subscription.StatusDetails['paused'] => ({
  subscription: { type: 'pause_requested' },
  transitioned_at: subscription.pausedAt ?? subscription.created,
  type: 'subscription',
});

export function formatSubscription(
  sandbox: Pick<Sandbox, 'store' | 'platform'>,
  subscription: SubscriptionEntity,
): Stripe.Subscription {
  const { id, account, pauseCollection, cancellation } = subscription;
  const price = sandbox.store.get('price', subscription.item.price);
  return {
    id,
    object: 'subscription',
    application: account === sandbox.platform ? null : 'ca_sandbox',
    application_fee_percent: subscription.applicationFeePercent,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: subscription.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: cancellation.comment,
      feedback: cancellation.feedback as Feedback,
      feedback_option: null,
      reason: cancellation.reason,
    },
    collection_method: 'charge_automatically',
    created: subscription.created,
    currency: price?.currency ?? '',
    customer: subscription.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: subscription.defaultMethod,
    default_source: null,
    default_tax_rates: [],
    description: subscription.description,
    discounts: [...(subscription.discounts ?? [])],
    ended_at: subscription.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: subscription.footer,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [formatItem(sandbox, subscription)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: { ...subscription.metadata },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: pauseCollection && {
      behavior: pauseCollection.behavior,
      resumes_at: pauseCollection.resumesAt,
    },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: subscription.created,
    status: subscription.status,
    ...(subscription.status === 'paused' && { status_details: { paused: formatPaused(subscription) } }),
    test_clock: sandbox.store.get('customer', subscription.customer)?.testClock ?? null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  } satisfies Stripe.Subscription;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object before a change that are different after it. */
function previousOf(before: object, after: object): Fields {
  const later = after as Fields;
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(later[name])),
  );
}

/** Tells of a change of an object. A change of nothing sends no event. */
export function emitChange(sandbox: Sandbox, event: Parameters<Sandbox['emit']>[0], old: object): void {
  const previous = previousOf(old, event.object as object);
  if (Object.keys(previous).length > 0) sandbox.emit({ ...event, previous });
}

export function emitSubscription(sandbox: Sandbox, type: string, subscription: SubscriptionEntity): void {
  sandbox.emit({
    account: subscription.account,
    type: `customer.subscription.${type}`,
    object: formatSubscription(sandbox, subscription),
  });
}

/** Stores a changed subscription and tells of the change. */
export function updateSubscription(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  change: Partial<SubscriptionEntity>,
): SubscriptionEntity {
  const old = formatSubscription(sandbox, before);
  const after = { ...before, ...change };
  sandbox.store.put('subscription', after);
  const object = formatSubscription(sandbox, after);
  emitChange(sandbox, { account: after.account, type: 'customer.subscription.updated', object }, old);
  return after;
}

export function saveInvoice({ store }: Pick<Sandbox, 'store'>, invoice: InvoiceEntity): InvoiceEntity {
  store.put('invoice', invoice);
  return invoice;
}

export function emitInvoice(sandbox: Sandbox, type: string, invoice: InvoiceEntity): string {
  return sandbox.emit({
    account: invoice.account,
    type: `invoice.${type}`,
    object: formatInvoice(sandbox, invoice),
  });
}

/** An invoice has one payment at most, so its id follows from the invoice's. */
export const invoicePaymentId = (invoice: string): string => invoice.replace(/^in_/, 'inpay_');

/** Fields that an invoice has only when they are asked for. */
export function includedOf({ store }: Sandbox, invoice: unknown, part: string): unknown {
  if (typeof invoice !== 'string') return undefined;
  const payment = store.get('invoicePayment', invoicePaymentId(invoice));
  if (part === 'payments')
    return {
      object: 'list',
      data: payment ? [formatInvoicePayment(payment)] : [],
      has_more: false,
      url: `/v1/invoice_payments?invoice=${invoice}`,
    };
  const intent = payment && store.get('paymentIntent', payment.paymentIntent);
  return intent ? { client_secret: intent.clientSecret, type: 'payment_intent' } : null;
}
