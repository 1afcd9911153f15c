import type { Sandbox } from '../sandbox';
import type { InvoiceEntity, SubscriptionEntity } from '../state/billing-entities';
import type { PaymentIntentEntity } from '../state/payment-entities';
import { closeInvoicePayment } from './invoices';
import { mailInvoice } from './mails';
import { emitInvoice, saveInvoice, updateSubscription } from './records';
import { forgetStep } from './subscriptions';

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
  if (invoice && invoice.status !== 'paid' && invoice.status !== 'void') markPaid(sandbox, invoice, 'card');
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
