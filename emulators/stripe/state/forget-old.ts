import type { Sandbox } from '../sandbox';
import { deliveriesOf } from '../format/event';

const DAY = 24 * 3600;

/** Stripe keeps idempotency keys for a day and events for thirty days. Called at the start. */
export function forgetOld({ store, clock }: Pick<Sandbox, 'store' | 'clock'>): void {
  const now = clock.seconds();
  store.transact(() => {
    for (const { id, createdAt } of store.all('idempotency'))
      if (createdAt / 1000 < now - DAY) store.remove('idempotency', id);
    for (const { id, created } of store.all('event')) {
      if (created > now - 30 * DAY) continue;
      for (const delivery of deliveriesOf(store, id)) store.remove('delivery', delivery.id);
      store.remove('event', id);
    }
  });
}
