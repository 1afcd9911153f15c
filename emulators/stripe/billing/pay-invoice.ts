import { savedCard } from '../payments/payment-methods';
import { attemptPayment } from '../payments/confirm';
import type { Sandbox } from '../sandbox';
import type { InvoiceEntity } from '../state/billing-entities';
import type { PaymentIntentEntity, PaymentMethodEntity } from '../state/payment-entities';
import { refused } from '../wire/refusal';
import { behaviourAway } from './collect';
import { changeMethod } from './change-subscription';
import { markFailed } from './invoice-outcome';
import { saveInvoice } from './records';

/**
 * Pays an open invoice at once: by the given card, as its owner does on the invoice's page, or by the saved one (null).
 * A failure changes nothing in the schedule of the automatic tries.
 */
export function payNow(
  sandbox: Sandbox,
  invoice: InvoiceEntity,
  given: PaymentMethodEntity | null,
): PaymentIntentEntity {
  const { store, clock } = sandbox;
  const subscription = store.get('subscription', invoice.subscription);
  const intent = store.get('paymentIntent', invoice.paymentIntent ?? '');
  const saved = subscription && savedCard(sandbox, subscription.defaultMethod);
  const method =
    given ??
    (saved && {
      ...saved,
      card: { ...saved.card, behaviour: behaviourAway(subscription, saved, clock.now()) },
    });
  if (!intent || !method || invoice.status !== 'open')
    throw refused('This invoice cannot be paid any more.', 'invoice_not_editable');
  const attempted = saveInvoice(sandbox, {
    ...invoice,
    attempted: true,
    attempts: Math.max(invoice.attempts, 1),
  });
  const after = attemptPayment(sandbox, intent, method, 'stripe-js');
  if (after.lastError !== null) markFailed(sandbox, subscription, attempted, false);
  return after;
}

/** A card that paid an invoice by its owner's hand is kept for the next ones. */
export function keepCard(sandbox: Sandbox, invoice: InvoiceEntity, method: string): void {
  const subscription = sandbox.store.get('subscription', invoice.subscription);
  if (subscription && subscription.status !== 'canceled') changeMethod(sandbox, subscription, method);
}
