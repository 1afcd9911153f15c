import type Stripe from 'stripe';
import { API_VERSION } from '../wire/api-version';
import type { Sandbox } from '../sandbox';
import type { DeliveryEntity, EventEntity } from '../state/event-entities';
import type { Store } from '../state/store';

export const deliveryId = (event: string, index: number): string => `${event}.${index}`;

export function deliveriesOf(store: Store, event: string): DeliveryEntity[] {
  const found: DeliveryEntity[] = [];
  for (let index = 0; ; index += 1) {
    const delivery = store.get('delivery', deliveryId(event, index));
    if (!delivery) return found;
    found.push(delivery);
  }
}

export function formatEvent({ store, platform }: Pick<Sandbox, 'store' | 'platform'>, event: EventEntity) {
  const open = deliveriesOf(store, event.id).filter(({ state }) => state === 'waiting' || state === 'held');
  return {
    id: event.id,
    object: 'event',
    ...(event.account !== platform && { account: event.account }),
    api_version: API_VERSION,
    created: event.created,
    data: { object: event.object, ...(event.previous && { previous_attributes: event.previous }) },
    livemode: false,
    pending_webhooks: open.length,
    request: { id: event.request.id, idempotency_key: event.request.idempotencyKey },
    type: event.type,
  } satisfies Record<keyof Omit<Stripe.Event, 'account' | 'context'>, unknown> & { account?: string };
}
