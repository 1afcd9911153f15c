import type Stripe from 'stripe';
import { on } from './stripe-call';
import { failureOf } from './stripe-failure';

/** Cancels a subscription now and voids its open invoices: cancelling stops only the automatic collection of what is open. */
export async function endSubscription(stripe: Stripe, account: string | null, id: string): Promise<void> {
  if (!(await isCanceled(stripe, account, id))) await cancelNow(stripe, account, id);
  const open = { subscription: id, status: 'open', limit: 100 } as const;
  for await (const invoice of stripe.invoices.list(open, on(account)))
    if (invoice.id !== undefined) await stripe.invoices.voidInvoice(invoice.id, {}, on(account));
}

const isCanceled = async (stripe: Stripe, account: string | null, id: string): Promise<boolean> =>
  (await stripe.subscriptions.retrieve(id, {}, on(account))).status === 'canceled';

/**
 * A DELETE has no idempotency key (https://docs.stripe.com/api/idempotent_requests). When its answer is lost, the SDK sends it again, and Stripe does not
 * find a subscription that is cancelled already.
 */
async function cancelNow(stripe: Stripe, account: string | null, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }, on(account));
  } catch (error) {
    const isMade = failureOf(error)?.kind === 'gone' && (await isCanceled(stripe, account, id));
    if (!isMade) throw error;
  }
}
