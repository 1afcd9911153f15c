import type Stripe from 'stripe';
import { totalOf } from '../billing/invoice-total';
import { invoicePage } from '../billing/mails';
import type { Sandbox } from '../sandbox';
import type { InvoiceEntity, InvoicePaymentEntity } from '../state/billing-entities';
import { decimal } from './catalogue';
import { formatCustomerAddress } from './customer';
import { formatCredits } from './discount';

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
    test_clock: null,
    webhooks_delivered_at: invoice.finalizedAt,
  } satisfies Stripe.Invoice;
}
