import type Stripe from 'stripe';
import { totalOf } from '../customers/mails';
import { cancelIntent, createIntent } from '../payments/intents';
import { isBelowMinimum } from '../reference/amounts';
import type {
  BillingInterval,
  DiscountAmount,
  DiscountEntity,
  InvoiceEntity,
  InvoicePaymentEntity,
  PriceEntity,
  SubscriptionEntity,
} from '../state/billing-entities';
import type { PaymentIntentEntity, TestClockEntity } from '../state/payment-entities';
import type { JobEntity, Sandbox } from '../state/sandbox';
import {
  formatDiscount,
  formatInvoicePayment,
  invoicePaymentId,
  saveInvoice,
  updateSubscription,
} from './records';

/**
 * The start of a period, in seconds: the anchor plus whole intervals, in UTC. In a shorter month the last day stands for
 * the anchor's day, and the anchor's day comes back in the next longer one:
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function periodStart(anchor: number, interval: BillingInterval, count: number): number {
  const from = new Date(anchor * 1000);
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = months % 12;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), last);
  return Date.UTC(year, month, day, from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()) / 1000;
}

/** The same time of day that many months later, in milliseconds. */
export const monthsLater = (now: number, months: number): number =>
  periodStart(Math.floor(now / 1000), 'month', months) * 1000 + (now % 1000);

/** `months` of a coupon that repeats; null = it is for the next invoice alone. */
interface Coupon {
  readonly percentOff: number;
  readonly months: number | null;
}

function emitDiscount(sandbox: Sandbox, type: 'created' | 'deleted', discount: DiscountEntity): void {
  const { account } = discount;
  sandbox.emit({ account, type: `customer.discount.${type}`, object: formatDiscount(discount) });
}

const discountsOf = (
  { store }: Pick<Sandbox, 'store'>,
  { discounts = [] }: Pick<SubscriptionEntity, 'discounts'>,
): readonly DiscountEntity[] => discounts.flatMap((id) => store.get('discount', id) ?? []);

/** Gives a coupon to a subscription. It takes the place of an earlier one. */
export function giveDiscount(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  { percentOff, months }: Coupon,
): SubscriptionEntity {
  const { store, ids, clock } = sandbox;
  for (const earlier of discountsOf(sandbox, before)) emitDiscount(sandbox, 'deleted', earlier);
  const start = clock.seconds();
  const discount: DiscountEntity = {
    id: ids.next('di'),
    account: before.account,
    coupon: ids.secret(8),
    percentOff,
    duration: months === null ? 'once' : 'repeating',
    customer: before.customer,
    subscription: before.id,
    start,
    end: months === null ? null : periodStart(start, 'month', months),
  };
  store.put('discount', discount);
  emitDiscount(sandbox, 'created', discount);
  return updateSubscription(sandbox, before, { discounts: [discount.id] });
}

const isOver = ({ end }: DiscountEntity, now: number): boolean => end !== null && end <= now;

/** What is taken off an invoice of that amount that is made now. */
function amountsOff(
  sandbox: Pick<Sandbox, 'store' | 'clock'>,
  subscription: SubscriptionEntity,
  amount: number,
): readonly DiscountAmount[] {
  const now = sandbox.clock.seconds();
  return discountsOf(sandbox, subscription)
    .filter((discount) => !isOver(discount, now))
    .map(({ id, percentOff }) => ({
      discount: id,
      amount: Math.round((amount * Math.round(percentOff * 100)) / 10_000),
    }));
}

/** The discounts that a subscription keeps once an invoice of this time was made. The others are removed. */
export function keptDiscounts(sandbox: Sandbox, subscription: SubscriptionEntity): readonly string[] {
  const now = sandbox.clock.seconds();
  return discountsOf(sandbox, subscription).flatMap((discount) => {
    if (discount.duration === 'repeating' && !isOver(discount, now)) return [discount.id];
    emitDiscount(sandbox, 'deleted', discount);
    return [];
  });
}

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

/** Stripe deletes a clock thirty days after it was made. The sandbox keeps it until it is deleted or reset. */
const LIFE = 30 * 24 * 3600;

export function formatTestClock(
  clock: TestClockEntity,
  towards: number | null = null,
): Stripe.TestHelpers.TestClock {
  return {
    id: clock.id,
    object: 'test_helpers.test_clock',
    created: clock.created,
    deletes_after: clock.created + LIFE,
    frozen_time: Math.floor(clock.frozenAt / 1000),
    livemode: false,
    name: clock.name,
    status: towards === null ? 'ready' : 'advancing',
    status_details: towards === null ? {} : { advancing: { target_frozen_time: towards } },
  } satisfies Stripe.TestHelpers.TestClock;
}

/** The test clock of a customer, a subscription or an invoice; null = there is none. */
export function testClockOf({ store }: Pick<Sandbox, 'store'>, id: string): string | null {
  const owned = store.get('subscription', id) ?? store.get('invoice', id);
  return store.get('customer', owned?.customer ?? id)?.testClock ?? null;
}

/**
 * The sandbox at the time of a test clock. Billing that is planned there waits until the clock is advanced; anything else, such as the booking of a
 * charge, keeps its delay in the sandbox's own time.
 */
export function inTestClock(sandbox: Sandbox, id: string | null): Sandbox {
  if (id === null) return sandbox;
  const { store, clock } = sandbox;
  const now = (): number => store.get('testClock', id)?.frozenAt ?? clock.now();
  const put: typeof store.put = (kind, entity) => {
    if (kind !== 'job') return store.put(kind, entity);
    const job = entity as JobEntity;
    const waits = job.task.kind === 'billing';
    store.put('job', { ...job, ...(waits ? { testClock: id } : { dueAt: job.dueAt - now() + clock.now() }) });
  };
  return {
    ...sandbox,
    store: { ...store, put },
    clock: { ...clock, now, seconds: () => Math.floor(now() / 1000) },
  };
}
