import type { ListedDispute, ListedWarning } from './payments';
import type { InMemoryPayment } from './in-memory-payment';

const referenceOf = ({ order: { uid, tipId } }: InMemoryPayment) => ({ uid, tipId });

/** A payment's disputes and warnings, as in Stripe's lists. */
export const listedWarnings = (payment: InMemoryPayment): readonly ListedWarning[] =>
  payment.warnings.map((warning) => ({ reference: referenceOf(payment), warning }));

export const listedDisputes = (payment: InMemoryPayment): readonly ListedDispute[] =>
  payment.disputes.map((dispute) => ({ reference: referenceOf(payment), dispute }));
