import type { Sandbox } from '../sandbox';
import type { CustomerEntity, PriceEntity, SubscriptionEntity } from '../state/billing-entities';
import type { CheckoutSessionEntity, SubscriptionPlan } from '../state/checkout-entities';
import type { PaymentIntentEntity, PaymentMethodEntity } from '../state/payment-entities';
import { newProduct } from './catalogue';
import { addInvoicePayment, newInvoice, openedInvoice } from './invoices';
import { periodStart } from './period';
import { emitSubscription, saveInvoice } from './records';
import { planExpiryMail, planRenewal } from './subscriptions';

function newCustomer(sandbox: Sandbox, session: CheckoutSessionEntity, method: PaymentMethodEntity) {
  const customer: CustomerEntity = {
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
  sandbox.store.put('customer', customer);
  return customer;
}

/** A price that an inline `price_data` describes. */
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
    periodEnd: periodStart(now, price.interval, 1),
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
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
): PaymentIntentEntity {
  const { store } = sandbox;
  const session =
    intent.checkoutSession === null ? undefined : store.get('checkoutSession', intent.checkoutSession);
  if (!session?.plan) return intent;
  const { plan, account } = session;
  const customer = newCustomer(sandbox, session, method);
  store.put('paymentMethod', { ...method, customer: customer.id });
  const product =
    plan.product ?? newProduct(sandbox, { account, name: session.name, description: session.detail }).id;
  const price = newPrice(sandbox, {
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
