import { newProduct } from '../customers/catalogue';
import { mailInvoice, mailSubscription } from '../customers/mails';
import type {
  BillingStep,
  CheckoutSessionEntity,
  CustomerEntity,
  InvoiceEntity,
  PriceEntity,
  SubscriptionEntity,
  SubscriptionPlan,
} from '../state/billing-entities';
import type { PaymentIntentEntity, PaymentMethodEntity } from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import {
  addInvoicePayment,
  closeInvoicePayment,
  inTestClock,
  newInvoice,
  openedInvoice,
  periodStart,
  testClockOf,
  uncollected,
} from './invoices';
import { emitInvoice, emitSubscription, saveInvoice, updateSubscription } from './records';

const DAY = 24 * 3600;
/** Days before a renewal on which Stripe's mail announces it. */
const REMINDER_DAYS = 7;

/** Work of the billing engine at a time in seconds. One job for each step and object, so nothing is done twice. */
export function planStep({ store }: Pick<Sandbox, 'store'>, step: BillingStep, id: string, at: number): void {
  store.put('job', { id: `${step}.${id}`, dueAt: at * 1000, task: { kind: 'billing', step, id } });
}

function forgetStep({ store }: Pick<Sandbox, 'store'>, step: BillingStep, id: string): void {
  if (store.get('job', `${step}.${id}`)) store.remove('job', `${step}.${id}`);
}

/** Plans the end of the present period, and the mail before it. */
export function planRenewal(
  sandbox: Pick<Sandbox, 'store' | 'clock'>,
  { id, periodEnd, cancelAt }: SubscriptionEntity,
): void {
  planStep(sandbox, 'renew', id, Math.min(periodEnd, cancelAt ?? periodEnd));
  const reminder = periodEnd - REMINDER_DAYS * DAY;
  if (reminder > sandbox.clock.seconds()) planStep(sandbox, 'remind-renewal', id, reminder);
}

/** Stripe's mail comes a month before the card expires. */
export function planExpiryMail(sandbox: Sandbox, { id, defaultMethod }: SubscriptionEntity): void {
  const card = sandbox.store.get('paymentMethod', defaultMethod)?.card;
  if (!card) return;
  const at = Date.UTC(card.expYear, card.expMonth - 1, 1) / 1000;
  if (at > sandbox.clock.seconds()) planStep(sandbox, 'remind-expiry', id, at);
  else forgetStep(sandbox, 'remind-expiry', id);
}

export const invoicesOf = ({ store }: Pick<Sandbox, 'store'>, subscription: string) =>
  store.all('invoice').filter((invoice) => invoice.subscription === subscription);

/** Ends a subscription now. Its open invoices stay, but nothing collects them any more. */
export function endSubscription(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  cancellation: Partial<SubscriptionEntity['cancellation']>,
): SubscriptionEntity {
  const now = sandbox.clock.seconds();
  const wasAsked = before.canceledAt !== null;
  const ended: SubscriptionEntity = {
    ...before,
    status: 'canceled',
    canceledAt: before.canceledAt ?? now,
    endedAt: now,
    pauseCollection: null,
    cancellation: { ...before.cancellation, ...cancellation },
  };
  sandbox.store.put('subscription', ended);
  for (const step of ['renew', 'remind-renewal', 'remind-expiry', 'resume-collection'] as const)
    forgetStep(sandbox, step, before.id);
  for (const invoice of invoicesOf(sandbox, before.id)) {
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue;
    uncollected(sandbox, invoice);
    for (const step of ['finalize', 'retry'] as const) forgetStep(sandbox, step, invoice.id);
  }
  emitSubscription(sandbox, 'deleted', ended);
  if (!wasAsked) mailSubscription(sandbox, 'canceled', ended);
  return ended;
}

const NOT_ASKED: SubscriptionEntity['cancellation'] = { reason: null, comment: null, feedback: null };

/** Stops a subscription at the end of its period or at a time, or keeps it after all (null). */
export function stopLater(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  when: 'period-end' | number | null,
): SubscriptionEntity {
  const { clock } = sandbox;
  const change: Partial<SubscriptionEntity> =
    when === null
      ? { cancelAt: null, cancelAtPeriodEnd: false, canceledAt: null, cancellation: NOT_ASKED }
      : {
          cancelAt: when === 'period-end' ? before.periodEnd : when,
          cancelAtPeriodEnd: when === 'period-end',
          canceledAt: before.canceledAt ?? clock.seconds(),
          cancellation: { ...before.cancellation, reason: 'cancellation_requested' },
        };
  const after = updateSubscription(sandbox, before, change);
  planRenewal(sandbox, after);
  if (before.cancelAt === null && after.cancelAt !== null) mailSubscription(sandbox, 'canceled', after);
  return after;
}

/** Pauses the collection of invoices, or resumes it (null). The status and the periods stay. */
export function pauseCollection(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  pause: SubscriptionEntity['pauseCollection'],
): SubscriptionEntity {
  if (pause?.resumesAt == null) forgetStep(sandbox, 'resume-collection', before.id);
  else planStep(sandbox, 'resume-collection', before.id, pause.resumesAt);
  return updateSubscription(sandbox, before, { pauseCollection: pause });
}

/** The next invoice has this price. Nothing is charged or given back for the present period. */
export const changePrice = (
  sandbox: Sandbox,
  before: SubscriptionEntity,
  price: PriceEntity,
): SubscriptionEntity => updateSubscription(sandbox, before, { item: { ...before.item, price: price.id } });

/** Another saved card for the coming invoices. */
export function changeMethod(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  defaultMethod: string,
): SubscriptionEntity {
  const method = sandbox.store.get('paymentMethod', defaultMethod);
  if (method) sandbox.store.put('paymentMethod', { ...method, customer: before.customer });
  const after = updateSubscription(sandbox, before, { defaultMethod });
  planExpiryMail(sandbox, after);
  return after;
}

function newCustomer(
  sandbox: Sandbox,
  session: CheckoutSessionEntity,
  method: PaymentMethodEntity,
): CustomerEntity {
  return {
    id: sandbox.ids.next('cus'),
    account: session.account,
    created: sandbox.clock.seconds(),
    email: session.customer?.email ?? '',
    name: method.billing.name,
    country: method.billing.country,
    postalCode: method.billing.postalCode,
    currency: session.currency,
    balance: 0,
    invoices: 0,
    deleted: false,
  };
}

export function newPrice(sandbox: Sandbox, given: Omit<PriceEntity, 'id' | 'created'>): PriceEntity {
  const price = { ...given, id: sandbox.ids.next('price'), created: sandbox.clock.seconds() };
  sandbox.store.put('price', price);
  return price;
}

function newSubscription(
  sandbox: Sandbox,
  plan: SubscriptionPlan,
  customer: CustomerEntity,
  price: PriceEntity,
  method: PaymentMethodEntity,
): SubscriptionEntity {
  const now = sandbox.clock.seconds();
  return {
    id: sandbox.ids.next('sub'),
    account: customer.account,
    created: now,
    customer: customer.id,
    item: { id: sandbox.ids.next('si'), price: price.id },
    status: 'active',
    anchor: now,
    period: 0,
    periodStart: now,
    periodEnd: periodStart(now, price.interval ?? 'month', 1),
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    cancellation: { reason: null, comment: null, feedback: null },
    defaultMethod: method.id,
    description: plan.description,
    footer: plan.footer,
    metadata: plan.metadata,
    applicationFeePercent: plan.applicationFeePercent,
    pauseCollection: null,
    pausedAt: null,
    latestInvoice: '',
    renewals: null,
  };
}

/**
 * The card of a subscription's page was accepted: now its customer, subscription and first invoice exist. Returns the
 * intent with them. Any other intent stays as it is.
 */
export function openSubscription(
  given: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
): PaymentIntentEntity {
  const { store } = given;
  const session =
    intent.checkoutSession === null ? undefined : store.get('checkoutSession', intent.checkoutSession);
  if (!session?.plan) return intent;
  const { plan, account, payer = '', currency } = session;
  const sandbox = inTestClock(given, testClockOf(given, payer));
  const known = store.get('customer', payer);
  const customer = known ? { ...known, currency } : newCustomer(sandbox, session, method);
  store.put('customer', customer);
  store.put('paymentMethod', { ...method, customer: customer.id });
  const product =
    plan.product ?? newProduct(sandbox, { account, name: session.name, description: session.detail }).id;
  const price =
    store.get('price', plan.price ?? '') ??
    newPrice(sandbox, {
      account,
      product,
      currency: session.currency,
      unitAmount: session.unitAmount,
      interval: plan.interval,
    });
  const begun = newSubscription(sandbox, plan, customer, price, method);
  const invoice = newInvoice(sandbox, begun, price, {
    reason: 'subscription_create',
    linePeriod: { start: begun.periodStart, end: begun.periodEnd },
    periodStart: begun.periodStart,
    periodEnd: begun.periodStart,
  });
  const subscription = { ...begun, latestInvoice: invoice.id };
  store.put('subscription', subscription);
  const opened = openedInvoice(sandbox, subscription, { ...invoice, paymentIntent: intent.id });
  saveInvoice(sandbox, opened);
  addInvoicePayment(sandbox, opened, intent.id);
  planRenewal(sandbox, subscription);
  planExpiryMail(sandbox, subscription);
  emitSubscription(sandbox, 'created', subscription);
  const made = { subscription: subscription.id, invoice: invoice.id, customer: customer.id };
  store.put('checkoutSession', { ...session, plan: { ...plan, made } });
  return { ...intent, invoice: invoice.id, customer: customer.id };
}

/** A subscription is active again when its latest invoice needs nothing more. */
export function revive(sandbox: Sandbox, invoice: InvoiceEntity): void {
  const subscription = sandbox.store.get('subscription', invoice.subscription);
  if (!subscription || subscription.latestInvoice !== invoice.id) return;
  if (subscription.status === 'past_due' || subscription.status === 'unpaid')
    updateSubscription(sandbox, subscription, { status: 'active' });
}

/** An invoice is paid: by a card, outside of Stripe, or because nothing is due. */
export function markPaid(
  sandbox: Sandbox,
  before: InvoiceEntity,
  by: 'card' | 'off-stripe' | 'nothing-due',
): InvoiceEntity {
  const now = sandbox.clock.seconds();
  const paid = saveInvoice(sandbox, {
    ...before,
    status: 'paid',
    attempted: true,
    attempts: Math.max(before.attempts, by === 'card' ? 1 : 0),
    amountPaid: before.amountDue,
    paidOffStripe: by === 'off-stripe',
    paidAt: now,
    nextAttempt: null,
    autoAdvance: false,
  });
  forgetStep(sandbox, 'retry', paid.id);
  if (by === 'card') closeInvoicePayment(sandbox, paid, 'paid');
  emitInvoice(sandbox, 'paid', paid);
  revive(sandbox, paid);
  if (by === 'card') mailInvoice(sandbox, 'receipt', paid);
  return paid;
}

/** Called for every successful payment. A payment of an invoice pays that invoice. */
export function settleInvoice(sandbox: Sandbox, intent: PaymentIntentEntity): void {
  const invoice = intent.invoice === undefined ? undefined : sandbox.store.get('invoice', intent.invoice);
  if (!invoice || invoice.status === 'paid' || invoice.status === 'void') return;
  markPaid(inTestClock(sandbox, testClockOf(sandbox, invoice.id)), invoice, 'card');
}

/** A charge of an invoice failed, or the bank wants the customer to confirm it. */
export function markFailed(
  sandbox: Sandbox,
  subscription: SubscriptionEntity | undefined,
  failed: InvoiceEntity,
  isAsked: boolean,
): void {
  if (isAsked) emitInvoice(sandbox, 'payment_action_required', failed);
  emitInvoice(sandbox, 'payment_failed', failed);
  mailInvoice(sandbox, isAsked ? 'confirm' : 'failed', failed);
  if (subscription?.status === 'active') updateSubscription(sandbox, subscription, { status: 'past_due' });
}
