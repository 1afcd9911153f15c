import type { Sandbox } from '../sandbox';
import type { BillingTask } from '../state/billing-entities';
import { collect } from './collect';
import { mailSubscription } from './mails';
import { updateSubscription } from './records';
import { finalize, renew } from './renew';

/** Does one step of the billing engine, if its subscription or invoice still needs it. */
export function performBilling(sandbox: Sandbox, { step, id }: BillingTask): void {
  const { store } = sandbox;
  const subscription = store.get('subscription', id);
  const invoice = store.get('invoice', id);
  switch (step) {
    case 'renew':
      if (subscription) renew(sandbox, subscription);
      return;
    case 'remind-renewal':
      if (subscription?.status === 'active' && subscription.cancelAt === null)
        mailSubscription(sandbox, 'renewal', subscription);
      return;
    case 'remind-expiry':
      if (subscription && subscription.status !== 'canceled')
        mailSubscription(sandbox, 'expiring', subscription);
      return;
    case 'resume-collection':
      if (subscription) updateSubscription(sandbox, subscription, { pauseCollection: null });
      return;
    case 'finalize':
      if (invoice) finalize(sandbox, invoice);
      return;
    case 'retry':
      if (invoice?.status === 'open') collect(sandbox, invoice);
      return;
  }
}
