import type { Sandbox } from '../sandbox';
import type { BillingStep, SubscriptionEntity } from '../state/billing-entities';
import { uncollected } from './invoices';
import { mailSubscription } from './mails';
import { emitSubscription } from './records';

const DAY = 24 * 3600;
/** Days before a renewal on which Stripe's mail announces it. */
const REMINDER_DAYS = 7;

/** Work of the billing engine at a time in seconds. One job for each step and object, so nothing is done twice. */
export function planStep({ store }: Pick<Sandbox, 'store'>, step: BillingStep, id: string, at: number): void {
  store.put('job', { id: `${step}.${id}`, dueAt: at * 1000, task: { kind: 'billing', step, id } });
}

export function forgetStep({ store }: Pick<Sandbox, 'store'>, step: BillingStep, id: string): void {
  if (store.get('job', `${step}.${id}`)) store.remove('job', `${step}.${id}`);
}

/** Plans the end of the present period, and the mail before it. */
export function planRenewal(
  sandbox: Pick<Sandbox, 'store' | 'clock'>,
  { id, periodEnd, cancelAt }: SubscriptionEntity,
): void {
  planStep(sandbox, 'renew', id, Math.min(periodEnd, cancelAt ?? periodEnd));
  const reminder = periodEnd - REMINDER_DAYS * DAY;
  if (reminder > sandbox.clock.seconds()) planStep(sandbox, 'remind-renewal', id, reminder);
}

/** Stripe's mail comes a month before the card expires. */
export function planExpiryMail(sandbox: Sandbox, { id, defaultMethod }: SubscriptionEntity): void {
  const card = sandbox.store.get('paymentMethod', defaultMethod)?.card;
  if (!card) return;
  const at = Date.UTC(card.expYear, card.expMonth - 1, 1) / 1000;
  if (at > sandbox.clock.seconds()) planStep(sandbox, 'remind-expiry', id, at);
  else forgetStep(sandbox, 'remind-expiry', id);
}

export const invoicesOf = ({ store }: Pick<Sandbox, 'store'>, subscription: string) =>
  store.all('invoice').filter((invoice) => invoice.subscription === subscription);

/** Ends a subscription now. Its open invoices stay, but nothing collects them any more. */
export function endSubscription(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  cancellation: Partial<SubscriptionEntity['cancellation']>,
): SubscriptionEntity {
  const now = sandbox.clock.seconds();
  const wasAsked = before.canceledAt !== null;
  const ended: SubscriptionEntity = {
    ...before,
    status: 'canceled',
    canceledAt: before.canceledAt ?? now,
    endedAt: now,
    pauseCollection: null,
    cancellation: { ...before.cancellation, ...cancellation },
  };
  sandbox.store.put('subscription', ended);
  for (const step of ['renew', 'remind-renewal', 'remind-expiry', 'resume-collection'] as const)
    forgetStep(sandbox, step, before.id);
  for (const invoice of invoicesOf(sandbox, before.id)) {
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue;
    uncollected(sandbox, invoice);
    for (const step of ['finalize', 'retry'] as const) forgetStep(sandbox, step, invoice.id);
  }
  emitSubscription(sandbox, 'deleted', ended);
  if (!wasAsked) mailSubscription(sandbox, 'canceled', ended);
  return ended;
}
