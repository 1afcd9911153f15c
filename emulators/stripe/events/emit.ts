import { deliveryId } from '../format/event';
import type { Sandbox } from '../sandbox';
import type { DeliveryEntity, EventEntity } from '../state/event-entities';
import type { Emit } from './new-event';
import type { WebhookFaults } from './webhook-faults';

export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  /** `account`: events of the platform itself; `connect`: events of connected accounts. */
  readonly scope: 'account' | 'connect';
  /** The events that it gets; absent = every event. */
  readonly events?: readonly string[];
}

/** The API request in progress, for the event's `request` field. */
export interface CurrentRequest {
  current: EventEntity['request'];
}

interface DeliveryOptions {
  readonly webhookFaults: () => WebhookFaults;
  readonly random: () => number;
  /** Called for every queued delivery. Its transaction may still roll back. */
  readonly queued: (id: string) => void;
}

export function createEmit(
  sandbox: Pick<Sandbox, 'store' | 'clock' | 'ids' | 'platform'>,
  endpoints: readonly Endpoint[],
  currentRequest: CurrentRequest,
  options: DeliveryOptions,
): Emit {
  const { store, clock, ids, platform } = sandbox;

  const queue = (event: string, index: number, endpoint: Endpoint): void => {
    const { hold, drop, shuffle } = options.webhookFaults();
    const state: DeliveryEntity['state'] = options.random() < drop ? 'dropped' : hold ? 'held' : 'waiting';
    store.put('delivery', {
      id: deliveryId(event, index),
      event,
      url: endpoint.url,
      scope: endpoint.scope,
      state,
      dueAt: clock.now() + (shuffle > 0 ? Math.floor(options.random() * shuffle) : 0),
      attempts: [],
    });
    if (state === 'waiting') options.queued(deliveryId(event, index));
  };

  return ({ account, type, object, previous }) => {
    const event: EventEntity = {
      id: ids.next('evt'),
      account,
      created: clock.seconds(),
      type,
      object,
      previous: previous ?? null,
      request: currentRequest.current,
    };
    store.put('event', event);
    const scope = account === platform ? 'account' : 'connect';
    const made = store.all('webhookEndpoint').filter(({ enabled }) => enabled);
    const receivers = [...endpoints, ...made].filter(
      ({ scope: heard, events = ['*'] }) =>
        heard === scope && (events.includes('*') || events.includes(type)),
    );
    const duplicates = receivers.filter(() => options.random() < options.webhookFaults().duplicate);
    for (const [index, endpoint] of [...receivers, ...duplicates].entries()) queue(event.id, index, endpoint);
    return event.id;
  };
}
