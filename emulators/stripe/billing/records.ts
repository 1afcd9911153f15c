import { formatInvoice } from '../format/invoice';
import { formatSubscription } from '../format/subscription';
import type { Sandbox } from '../sandbox';
import type { InvoiceEntity, SubscriptionEntity } from '../state/billing-entities';
import { missingResource } from '../wire/refusal';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object before a change that are different after it. */
function previousOf(before: object, after: object): Fields {
  const later = after as Fields;
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(later[name])),
  );
}

export function findSubscription({ store }: Sandbox, account: string, id: string): SubscriptionEntity {
  const found = store.get('subscription', id);
  if (!found || found.account !== account) throw missingResource('subscription', id, 'id');
  return found;
}

export function findInvoice({ store }: Sandbox, account: string, id: string): InvoiceEntity {
  const found = store.get('invoice', id);
  if (!found || found.account !== account) throw missingResource('invoice', id, 'invoice');
  return found;
}

export function emitSubscription(sandbox: Sandbox, type: string, subscription: SubscriptionEntity): void {
  sandbox.emit({
    account: subscription.account,
    type: `customer.subscription.${type}`,
    object: formatSubscription(sandbox, subscription),
  });
}

/** Stores a changed subscription and tells of the change. A change of nothing sends no event. */
export function updateSubscription(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  change: Partial<SubscriptionEntity>,
): SubscriptionEntity {
  const old = formatSubscription(sandbox, before);
  const after = { ...before, ...change };
  sandbox.store.put('subscription', after);
  const object = formatSubscription(sandbox, after);
  const previous = previousOf(old, object);
  if (Object.keys(previous).length > 0)
    sandbox.emit({ account: after.account, type: 'customer.subscription.updated', object, previous });
  return after;
}

export function saveInvoice({ store }: Pick<Sandbox, 'store'>, invoice: InvoiceEntity): InvoiceEntity {
  store.put('invoice', invoice);
  return invoice;
}

export function emitInvoice(sandbox: Sandbox, type: string, invoice: InvoiceEntity): string {
  return sandbox.emit({
    account: invoice.account,
    type: `invoice.${type}`,
    object: formatInvoice(sandbox, invoice),
  });
}

/** An invoice has one payment at most, so its id follows from the invoice's. */
export const invoicePaymentId = (invoice: string): string => invoice.replace(/^in_/, 'inpay_');
