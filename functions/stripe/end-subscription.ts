import type Stripe from 'stripe';
import { on } from './stripe-call';
import { failureOf } from './stripe-failure';

/**
 * Cancels a subscription now and voids what can still be paid of it: cancelling stops only the automatic collection of what is open, and an uncollectible
 * invoice can still be paid by its link (https://docs.stripe.com/invoicing/integration/workflow-transitions).
 */
export async function endSubscription(stripe: Stripe, account: string | null, id: string): Promise<void> {
  if (!(await isCanceled(stripe, account, id))) await cancelNow(stripe, account, id);
  for (const status of ['open', 'uncollectible'] as const) {
    const query = { subscription: id, status, limit: 100 };
    for await (const invoice of stripe.invoices.list(query, on(account)))
      if (invoice.id !== undefined) await voidInvoice(stripe, account, invoice.id);
  }
}

/** An event of the end can void it at the same time: then Stripe refuses the second call. */
async function voidInvoice(stripe: Stripe, account: string | null, id: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(id, {}, on(account));
  } catch (error) {
    if (failureOf(error)?.kind !== 'refused') throw error;
    const { status } = await stripe.invoices.retrieve(id, {}, on(account));
    if (status === 'open' || status === 'uncollectible') throw error;
  }
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
