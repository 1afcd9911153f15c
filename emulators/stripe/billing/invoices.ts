import { createIntent, cancelIntent } from '../payments/intents';
import { formatInvoicePayment } from '../format/invoice';
import { isBelowMinimum } from '../payments/amounts';
import type { Sandbox } from '../sandbox';
import type {
  InvoiceEntity,
  InvoicePaymentEntity,
  PriceEntity,
  SubscriptionEntity,
} from '../state/billing-entities';
import type { PaymentIntentEntity } from '../state/payment-entities';
import { amountsOff } from './discounts';
import { totalOf } from './invoice-total';
import { invoicePaymentId, saveInvoice } from './records';

/** The platform's share of an invoice. Stripe does not say how it rounds; here it is to the nearest unit. */
export const feeOf = (amount: number, percent: number | null): number | null =>
  percent === null ? null : Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000);

/** The period that a new invoice pays, and the period that the invoice itself is of. */
interface Periods {
  readonly reason: InvoiceEntity['reason'];
  readonly linePeriod: InvoiceEntity['linePeriod'];
  readonly periodStart: number;
  readonly periodEnd: number;
}

export function newInvoice(
  { ids, clock, store }: Pick<Sandbox, 'ids' | 'clock' | 'store'>,
  subscription: SubscriptionEntity,
  price: PriceEntity,
  periods: Periods,
): InvoiceEntity {
  const amount = price.unitAmount;
  const discounts = amountsOff({ store, clock }, subscription, amount);
  const total = totalOf({ amount, discounts });
  return {
    ...periods,
    id: ids.next('in'),
    account: subscription.account,
    created: clock.seconds(),
    key: `test_${ids.secret(40)}`,
    subscription: subscription.id,
    item: { id: subscription.item.id, price: price.id, line: ids.next('il') },
    customer: subscription.customer,
    status: 'draft',
    currency: price.currency,
    amount,
    discounts,
    amountDue: isBelowMinimum(total, price.currency) ? 0 : total,
    amountPaid: 0,
    paidOffStripe: false,
    description: subscription.description,
    footer: subscription.footer,
    metadata: subscription.metadata,
    number: null,
    attempts: 0,
    attempted: false,
    autoAdvance: true,
    finalizesAt: null,
    nextAttempt: null,
    failedAt: null,
    refusedMethod: null,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    uncollectibleAt: null,
    finalizationError: null,
    paymentIntent: null,
    applicationFeePercent: subscription.applicationFeePercent,
    createdEvent: null,
  };
}

/** Numbers go on for each customer. */
function takeNumber({ store }: Pick<Sandbox, 'store'>, id: string): string {
  const customer = store.get('customer', id);
  const invoices = (customer?.invoices ?? 0) + 1;
  if (customer) store.put('customer', { ...customer, invoices });
  return `${id.slice(-8).toUpperCase()}-${String(invoices).padStart(4, '0')}`;
}

/** The payment of an invoice by an intent. */
export function addInvoicePayment(
  { store, clock }: Pick<Sandbox, 'store' | 'clock'>,
  invoice: InvoiceEntity,
  paymentIntent: string,
): void {
  store.put('invoicePayment', {
    id: invoicePaymentId(invoice.id),
    account: invoice.account,
    created: clock.seconds(),
    invoice: invoice.id,
    paymentIntent,
    amountRequested: invoice.amountDue,
    amountPaid: null,
    currency: invoice.currency,
    status: 'open',
    paidAt: null,
    canceledAt: null,
  });
}

/** The intent of an invoice has no metadata: Stripe copies the subscription's to the invoice and no further. */
export function newInvoiceIntent(sandbox: Sandbox, invoice: InvoiceEntity): PaymentIntentEntity {
  return createIntent(sandbox, {
    account: invoice.account,
    amount: invoice.amountDue,
    currency: invoice.currency,
    applicationFeeAmount:
      invoice.account === sandbox.platform ? null : feeOf(invoice.amountDue, invoice.applicationFeePercent),
    metadata: {},
    description: invoice.reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    receiptEmail: null,
    descriptorSuffix: null,
    allowedTypes: null,
    automaticMethods: null,
    paymentMethod: null,
    checkoutSession: null,
    invoice: invoice.id,
    customer: invoice.customer,
  });
}

export function openedInvoice(
  { store, clock }: Pick<Sandbox, 'store' | 'clock'>,
  subscription: SubscriptionEntity,
  invoice: InvoiceEntity,
): InvoiceEntity {
  return {
    ...invoice,
    status: 'open',
    number: takeNumber({ store }, invoice.customer),
    metadata: subscription.metadata,
    finalizedAt: clock.seconds(),
    finalizesAt: null,
    finalizationError: null,
  };
}

/** Marks the payment of an invoice as done or given up. */
export function closeInvoicePayment(
  sandbox: Sandbox,
  invoice: InvoiceEntity,
  status: 'paid' | 'canceled',
): void {
  const { store, clock } = sandbox;
  const payment = store.get('invoicePayment', invoicePaymentId(invoice.id));
  if (payment?.status !== 'open') return;
  const now = clock.seconds();
  const closed: InvoicePaymentEntity =
    status === 'paid'
      ? { ...payment, status, amountPaid: payment.amountRequested, paidAt: now }
      : { ...payment, status, canceledAt: now };
  store.put('invoicePayment', closed);
  if (status === 'paid')
    sandbox.emit({
      account: closed.account,
      type: 'invoice_payment.paid',
      object: formatInvoicePayment(closed),
    });
}

/** Gives up the payment of an invoice that nobody can pay any more. */
export function dropPayment(sandbox: Sandbox, invoice: InvoiceEntity): void {
  closeInvoicePayment(sandbox, invoice, 'canceled');
  const intent =
    invoice.paymentIntent === null ? undefined : sandbox.store.get('paymentIntent', invoice.paymentIntent);
  if (intent && intent.status !== 'succeeded' && intent.status !== 'canceled')
    cancelIntent(sandbox, intent, 'void_invoice');
}

/** Stops the automatic collection of an invoice; it can still be paid by hand. */
export const uncollected = (sandbox: Sandbox, invoice: InvoiceEntity): InvoiceEntity =>
  saveInvoice(sandbox, { ...invoice, autoAdvance: false, nextAttempt: null, finalizesAt: null });
