import type { InvoiceEntity } from '../state/billing-entities';

/** The amount of an invoice after its discounts, in minor units. */
export const totalOf = ({ amount, discounts = [] }: Pick<InvoiceEntity, 'amount' | 'discounts'>): number =>
  discounts.reduce((left, each) => left - each.amount, amount);
