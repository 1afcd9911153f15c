import * as v from 'valibot';
import { deliveriesOf } from '../format/event';
import type { DeliveryEntity } from '../state/event-entities';
import { control, type ControlCall, type ControlParts } from './control';

const id = v.pipe(v.string(), v.minLength(1));
const states = v.picklist(['waiting', 'held', 'delivered', 'given-up', 'dropped']);

function change(
  { sandbox: { store } }: ControlParts,
  deliveries: readonly DeliveryEntity[],
  state: DeliveryEntity['state'],
): number {
  store.transact(() => deliveries.forEach((delivery) => store.put('delivery', { ...delivery, state })));
  return deliveries.length;
}

const named = ({ sandbox }: ControlParts, ids: readonly string[] | undefined): DeliveryEntity[] => {
  const all = sandbox.store.all('delivery');
  return ids === undefined
    ? all.filter(({ state }) => state === 'held')
    : all.filter((one) => ids.includes(one.id));
};

export const deliveryControls: Readonly<Record<string, ControlCall>> = {
  'deliveries/list': control(
    'lists deliveries, oldest first: all of them, or those in one state',
    v.strictObject({ state: v.optional(states) }),
    ({ sandbox }, { state }) =>
      sandbox.store
        .all('delivery')
        .filter((delivery) => state === undefined || delivery.state === state)
        .map((delivery) => {
          const event = sandbox.store.get('event', delivery.event);
          return { ...delivery, type: event?.type, account: event?.account };
        }),
  ),
  'deliveries/release': control(
    'sends held deliveries (all, or the given ones)',
    v.strictObject({ ids: v.optional(v.array(id)) }),
    (parts, { ids }) => {
      const released = named(parts, ids);
      for (const delivery of released) parts.webhookQueue.queue(delivery.id);
      return { released: change(parts, released, 'waiting') };
    },
  ),
  'deliveries/drop': control(
    'drops held or waiting deliveries (all held ones, or the given ones)',
    v.strictObject({ ids: v.optional(v.array(id)) }),
    (parts, { ids }) => ({ dropped: change(parts, named(parts, ids), 'dropped') }),
  ),
  'deliveries/send': control(
    'sends the given deliveries now, in this order and in any state: for duplicates and reordering',
    v.strictObject({ ids: v.array(id) }),
    async ({ webhookQueue, sandbox }, { ids }) => {
      for (const one of ids) await webhookQueue.send(one);
      return ids.map((one) => sandbox.store.get('delivery', one) ?? null);
    },
  ),
  'events/resend': control(
    'sends an event again to all its endpoints',
    v.strictObject({ event: id }),
    async ({ webhookQueue, sandbox }, { event }) => {
      const deliveries = deliveriesOf(sandbox.store, event);
      if (deliveries.length === 0) return null;
      await Promise.all(deliveries.map((delivery) => webhookQueue.send(delivery.id)));
      return deliveriesOf(sandbox.store, event);
    },
  ),
};
