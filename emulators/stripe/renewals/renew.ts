import {
  addInvoicePayment,
  dropPayment,
  keptDiscounts,
  newInvoice,
  newInvoiceIntent,
  openedInvoice,
  periodStart,
} from '../billing/invoices';
import { emitInvoice, emitSubscription, saveInvoice, updateSubscription } from '../billing/records';
import { endSubscription, markPaid, planRenewal, planStep, revive } from '../billing/subscriptions';
import { mailSubscription, settingsOf, totalOf } from '../customers/mails';
import type { BillingTask, InvoiceEntity, SubscriptionEntity } from '../state/billing-entities';
import { deliveriesOf, type Sandbox } from '../state/sandbox';
import { collect } from './collect';

const HOUR = 3600;
/** Stripe finalizes without an endpoint's answer after 72 hours. */
const PATIENCE = 72 * HOUR;

/** The end of a period: the subscription ends, or its next period begins with a draft of its invoice. */
function renew(sandbox: Sandbox, before: SubscriptionEntity): void {
  if (before.status === 'canceled' || before.status === 'paused') return;
  const now = sandbox.clock.seconds();
  if (before.cancelAt !== null && before.cancelAt <= now) {
    endSubscription(sandbox, before, {});
    return;
  }
  if (before.periodEnd > now) return planRenewal(sandbox, before);
  startPeriod(sandbox, before, {
    period: before.period + 1,
    periodStart: before.periodEnd,
  });
}

/** Begins a period: its draft invoice, and the plan of its end. */
function startPeriod(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  { period, periodStart: start, anchor = before.anchor }: StartedPeriod,
): void {
  const { store, clock } = sandbox;
  const price = store.get('price', before.item.price);
  if (!price) return;
  const end = periodStart(anchor, price.interval ?? 'month', period + 1);
  const invoice = newInvoice(sandbox, before, price, {
    reason: 'subscription_cycle',
    linePeriod: { start, end },
    periodStart: before.periodStart,
    periodEnd: before.periodEnd,
  });
  const isCollected = before.status !== 'unpaid' && before.pauseCollection?.behavior !== 'keep_as_draft';
  const finalizesAt = isCollected ? clock.seconds() + HOUR : null;
  saveInvoice(sandbox, { ...invoice, autoAdvance: isCollected, finalizesAt });
  const after = updateSubscription(sandbox, before, {
    anchor,
    period,
    periodStart: start,
    periodEnd: end,
    latestInvoice: invoice.id,
    discounts: keptDiscounts(sandbox, before),
  });
  planRenewal(sandbox, after);
  const drafted = { ...invoice, autoAdvance: isCollected, finalizesAt };
  const createdEvent = emitInvoice(sandbox, 'created', drafted);
  saveInvoice(sandbox, { ...drafted, createdEvent });
  if (finalizesAt !== null) planStep(sandbox, 'finalize', invoice.id, finalizesAt);
}

interface StartedPeriod {
  readonly period: number;
  readonly periodStart: number;
  readonly anchor?: number;
}

/** An endpoint that subscribes to `invoice.created` and fails delays the finalization. */
function isDelayed({ store, clock }: Sandbox, { createdEvent, created }: InvoiceEntity): boolean {
  if (createdEvent === null || clock.seconds() >= created + PATIENCE) return false;
  return deliveriesOf(store, createdEvent).some(
    ({ state, attempts }) => attempts.length > 0 && state !== 'delivered' && state !== 'dropped',
  );
}

/** The draft becomes an open invoice, and its card is charged at once. */
export function finalize(sandbox: Sandbox, draft: InvoiceEntity): void {
  const { store, clock } = sandbox;
  const subscription = store.get('subscription', draft.subscription);
  if (draft.status !== 'draft' || !subscription) return;
  const again = () => {
    const finalizesAt = clock.seconds() + HOUR;
    planStep(sandbox, 'finalize', draft.id, finalizesAt);
    return finalizesAt;
  };
  if (isDelayed(sandbox, draft)) {
    saveInvoice(sandbox, { ...draft, finalizesAt: again() });
    return;
  }
  if (settingsOf(sandbox, draft.account).finalizing === 'fails') {
    const finalizationError = 'The invoice could not be finalized.';
    const failed = saveInvoice(sandbox, { ...draft, finalizesAt: again(), finalizationError });
    emitInvoice(sandbox, 'finalization_failed', failed);
    return;
  }
  const opened = saveInvoice(sandbox, openedInvoice(sandbox, subscription, draft));
  switch (subscription.pauseCollection?.behavior) {
    case 'void':
      return void voidInvoice(sandbox, opened);
    case 'mark_uncollectible':
      return markUncollectible(sandbox, opened);
    case 'keep_as_draft':
    case undefined:
  }
  if (opened.amountDue === 0) {
    markPaid(sandbox, opened, 'nothing-due');
    owe(sandbox, opened);
    return;
  }
  const intent = newInvoiceIntent(sandbox, opened);
  addInvoicePayment(sandbox, opened, intent.id);
  collect(sandbox, saveInvoice(sandbox, { ...opened, paymentIntent: intent.id }));
}

/** An amount below the currency's minimum is not charged: the customer owes it. */
function owe({ store }: Sandbox, invoice: InvoiceEntity): void {
  const customer = store.get('customer', invoice.customer);
  const owed = totalOf(invoice) - invoice.amountDue;
  if (customer) store.put('customer', { ...customer, balance: customer.balance + owed });
}

export function voidInvoice(sandbox: Sandbox, invoice: InvoiceEntity): InvoiceEntity {
  dropPayment(sandbox, invoice);
  const voided = saveInvoice(sandbox, {
    ...invoice,
    status: 'void',
    voidedAt: sandbox.clock.seconds(),
    nextAttempt: null,
    autoAdvance: false,
  });
  emitInvoice(sandbox, 'voided', voided);
  revive(sandbox, voided);
  return voided;
}

function markUncollectible(sandbox: Sandbox, invoice: InvoiceEntity): void {
  const marked = saveInvoice(sandbox, {
    ...invoice,
    status: 'uncollectible',
    uncollectibleAt: sandbox.clock.seconds(),
    autoAdvance: false,
  });
  emitInvoice(sandbox, 'marked_uncollectible', marked);
  revive(sandbox, marked);
}

/** The owner pauses a subscription in Stripe's dashboard. No invoice is made until they resume it. */
export function pauseSubscription(sandbox: Sandbox, before: SubscriptionEntity): SubscriptionEntity {
  const paused: SubscriptionEntity = { ...before, status: 'paused', pausedAt: sandbox.clock.seconds() };
  sandbox.store.put('subscription', paused);
  emitSubscription(sandbox, 'paused', paused);
  return paused;
}

/** Resuming begins a period now, if the one that was paid is over. */
export function resumeSubscription(sandbox: Sandbox, before: SubscriptionEntity): SubscriptionEntity {
  const resumed: SubscriptionEntity = { ...before, status: 'active', pausedAt: null };
  sandbox.store.put('subscription', resumed);
  emitSubscription(sandbox, 'resumed', resumed);
  const now = sandbox.clock.seconds();
  if (resumed.periodEnd > now) planRenewal(sandbox, resumed);
  else startPeriod(sandbox, resumed, { period: 0, periodStart: now, anchor: now });
  return sandbox.store.get('subscription', before.id) ?? resumed;
}

/** Does one step of the billing engine, if its subscription or invoice still needs it. */
export function performBilling(sandbox: Sandbox, { step, id }: BillingTask): void {
  const { store } = sandbox;
  const subscription = store.get('subscription', id);
  const invoice = store.get('invoice', id);
  switch (step) {
    case 'renew':
      if (subscription) renew(sandbox, subscription);
      return;
    case 'remind-renewal':
      if (subscription?.status === 'active' && subscription.cancelAt === null)
        mailSubscription(sandbox, 'renewal', subscription);
      return;
    case 'remind-expiry':
      if (subscription && subscription.status !== 'canceled')
        mailSubscription(sandbox, 'expiring', subscription);
      return;
    case 'resume-collection':
      if (subscription) updateSubscription(sandbox, subscription, { pauseCollection: null });
      return;
    case 'finalize':
      if (invoice) finalize(sandbox, invoice);
      return;
    case 'retry':
      if (invoice?.status === 'open') collect(sandbox, invoice);
      return;
  }
}
