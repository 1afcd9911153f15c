import { ok, type Result } from '../../core/base/result';
import { collections } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { syncMonthly } from '../monthly/sync-monthly';
import { readable, stored } from '../store/stored';
import type { TipReference, WebhookEvent } from '../stripe/payments';
import { unwritten, type Handled } from './handled';

/**
 * Events about a subscription, an invoice, or the customer of one. Whatever their content, the answer is the same: ask Stripe how the monthly tip
 * stands.
 */
export const monthlyEvents =
  /^(?:(?:customer\.subscription|invoice|invoice_payment)\.|payment_method\.automatically_updated$|customer\.deleted$)/;

/** An owner may have subscriptions of their own at Stripe: those pass by. */
export async function handleMonthlyEvent(deps: Deps, event: WebhookEvent): Promise<Result<Handled, unknown>> {
  const { reference, invoiceId = null } = event;
  if (reference === 'unreadable') return unwritten;
  if (reference !== null) return follow(deps, event, reference);
  if (invoiceId === null) return followCustomer(deps, event);
  const asked = await deps.subscriptions.ofInvoice(event.account, invoiceId);
  if (!asked.ok) return asked.problem.kind === 'gone' ? unwritten : asked;
  return asked.value === null ? unwritten : follow(deps, event, asked.value);
}

const mostOfCustomer = 20;

/** A customer pays for one monthly tip. If somebody at Stripe has given them more of ours, all are followed. */
async function followCustomer(
  deps: Deps,
  { customerId = null, ...event }: WebhookEvent,
): Promise<Result<Handled, unknown>> {
  if (customerId === null) return unwritten;
  const query = {
    from: collections.monthly,
    group: true,
    where: [['stripe.customerId', '==', customerId]] as const,
    limit: mostOfCustomer,
  };
  const found = await deps.store.find(query, (data) => readable(collections.monthly, decodeMonthly(data)));
  for (const { value } of found) {
    const followed = await follow(deps, event, { uid: value.ownerUid, tipId: value.monthlyId });
    if (!followed.ok) return followed;
  }
  return unwritten;
}

/** A payment that names no tip and is not in the index may be a renewal whose invoice nobody has seen yet. */
export async function handleUnknownPayment(
  deps: Deps,
  event: WebhookEvent,
): Promise<Result<Handled, unknown>> {
  if (event.paymentIntentId === null) return unwritten;
  const asked = await deps.subscriptions.ofPayment(event.account, event.paymentIntentId);
  if (!asked.ok) return asked.problem.kind === 'gone' ? unwritten : asked;
  return asked.value === null ? unwritten : follow(deps, event, asked.value);
}

/** Stripe's page was paid or has run out: that decides about the monthly tip too. */
export async function followFirstTip(
  deps: Deps,
  event: WebhookEvent,
  { ownerUid: uid, cycle }: Tip,
): Promise<Result<Handled, unknown>> {
  if (cycle === undefined || !event.type.startsWith('checkout.session.')) return unwritten;
  return follow(deps, event, { uid, tipId: cycle.monthlyId });
}

async function follow(
  deps: Deps,
  event: WebhookEvent,
  reference: TipReference,
): Promise<Result<Handled, unknown>> {
  const monthly = await deps.store.read(stored.monthly(reference.uid, reference.tipId));
  if (monthly === undefined) return unwritten;
  // An event of one account can never move a monthly tip of another.
  if (monthly.stripe.accountId !== event.account) {
    deps.log.tipMismatch({ tipId: monthly.monthlyId, what: 'event-account' });
    return unwritten;
  }
  const synced = await syncMonthly(deps, reference, { cause: 'webhook', eventId: event.id });
  if (synced.ok) return ok({ record: 'unwritten' });
  return synced.problem.kind === 'no-tip' || synced.problem.kind === 'gone' ? unwritten : synced;
}
