import type Stripe from 'stripe';
import { metadataKeys, type InvoiceOfPayment } from '../../core/tip/state/payment-snapshot';
import { on } from './stripe-call';
import { idOf } from './stripe-snapshot';

/** The payments of an invoice that was read with `expand: ['payments']`. */
export const paymentsOf = (invoice: Stripe.Invoice) =>
  (invoice.payments?.data ?? []).flatMap(({ payment, status }) => {
    const paymentIntentId = idOf(payment.payment_intent);
    return paymentIntentId === null ? [] : [{ paymentIntentId, isPaid: status === 'paid' }];
  });

/** The period that an invoice is for, in epoch milliseconds. Its own `period_start` and `period_end` are those of the period before. */
export function periodOf({ lines, created }: Stripe.Invoice): { readonly from: number; readonly to: number } {
  const period = lines.data[0]?.period ?? { start: created, end: created };
  return { from: period.start * 1000, to: period.end * 1000 };
}

/** What an invoice says about the tip that pays it, and the payment that counts: the one that succeeded, else the first. */
export async function invoiceOf(
  stripe: Stripe,
  account: string | null,
  invoiceId: string,
): Promise<{ readonly facts: InvoiceOfPayment; readonly paymentIntentId: string | null }> {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }, on(account));
  const payments = paymentsOf(invoice);
  const paid = payments.filter(({ isPaid }) => isPaid);
  const details = invoice.parent?.subscription_details;
  return {
    facts: {
      id: invoice.id ?? invoiceId,
      subscriptionId: idOf(details?.subscription),
      tipId: details?.metadata?.[metadataKeys.tipId] ?? null,
      uid: details?.metadata?.[metadataKeys.uid] ?? null,
      ...periodOf(invoice),
      paidPayments: paid.length,
    },
    paymentIntentId: (paid[0] ?? payments[0])?.paymentIntentId ?? null,
  };
}
