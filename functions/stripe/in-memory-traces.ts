import type { ListedDispute, ListedTrace, ListedWarning, TipReference } from './payments';
import type { InMemoryPayment } from './in-memory-payment';

/** The tip that a payment's metadata names. The payment of an invoice has none. */
export const namedBy = ({ order: { uid, tipId }, invoice }: InMemoryPayment): TipReference | null =>
  invoice === undefined ? { uid, tipId } : null;

const traceOf = (payment: InMemoryPayment): ListedTrace => ({
  reference: namedBy(payment),
  paymentIntentId: payment.intent.id,
});

/** A payment's disputes and warnings, as in Stripe's lists. */
export const listedWarnings = (payment: InMemoryPayment): readonly ListedWarning[] =>
  payment.warnings.map((warning) => ({ ...traceOf(payment), warning }));

export const listedDisputes = (payment: InMemoryPayment): readonly ListedDispute[] =>
  payment.disputes.map((dispute) => ({ ...traceOf(payment), dispute }));
