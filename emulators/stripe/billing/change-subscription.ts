import type { Sandbox } from '../sandbox';
import type { PriceEntity, SubscriptionEntity } from '../state/billing-entities';
import { mailSubscription } from './mails';
import { updateSubscription } from './records';
import { forgetStep, planExpiryMail, planRenewal, planStep } from './subscriptions';

const NOT_ASKED: SubscriptionEntity['cancellation'] = { reason: null, comment: null, feedback: null };

/** Stops a subscription at the end of its period or at a time, or keeps it after all (null). */
export function stopLater(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  when: 'period-end' | number | null,
): SubscriptionEntity {
  const { clock } = sandbox;
  const change: Partial<SubscriptionEntity> =
    when === null
      ? { cancelAt: null, cancelAtPeriodEnd: false, canceledAt: null, cancellation: NOT_ASKED }
      : {
          cancelAt: when === 'period-end' ? before.periodEnd : when,
          cancelAtPeriodEnd: when === 'period-end',
          canceledAt: before.canceledAt ?? clock.seconds(),
          cancellation: { ...before.cancellation, reason: 'cancellation_requested' },
        };
  const after = updateSubscription(sandbox, before, change);
  planRenewal(sandbox, after);
  if (before.cancelAt === null && after.cancelAt !== null) mailSubscription(sandbox, 'canceled', after);
  return after;
}

/** Pauses the collection of invoices, or resumes it (null). The status and the periods stay. */
export function pauseCollection(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  pause: SubscriptionEntity['pauseCollection'],
): SubscriptionEntity {
  if (pause?.resumesAt == null) forgetStep(sandbox, 'resume-collection', before.id);
  else planStep(sandbox, 'resume-collection', before.id, pause.resumesAt);
  return updateSubscription(sandbox, before, { pauseCollection: pause });
}

/** The next invoice has this price. Nothing is charged or given back for the present period. */
export const changePrice = (
  sandbox: Sandbox,
  before: SubscriptionEntity,
  price: PriceEntity,
): SubscriptionEntity => updateSubscription(sandbox, before, { item: { ...before.item, price: price.id } });

/** Another saved card for the coming invoices. */
export function changeMethod(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  defaultMethod: string,
): SubscriptionEntity {
  const method = sandbox.store.get('paymentMethod', defaultMethod);
  if (method) sandbox.store.put('paymentMethod', { ...method, customer: before.customer });
  const after = updateSubscription(sandbox, before, { defaultMethod });
  planExpiryMail(sandbox, after);
  return after;
}
