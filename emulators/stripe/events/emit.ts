import type { Sandbox } from '../sandbox';
import type { DeliveryEntity, EventEntity } from '../state/event-entities';
import type { Emit } from './happening';
import type { WebhookFaults } from './webhook-faults';

export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  /** `account`: events of the platform itself; `connect`: events of connected accounts. */
  readonly scope: 'account' | 'connect';
}

/** Which API request is being carried out, for the event's `request`. */
export interface RequestMark {
  current: EventEntity['request'];
}

interface Way {
  readonly webhookFaults: () => WebhookFaults;
  readonly random: () => number;
  /** Hears of every delivery that is to be sent; its transaction may still be undone. */
  readonly queued: (id: string) => void;
}

export const deliveryId = (event: string, index: number): string => `${event}.${index}`;

export function createEmit(
  sandbox: Pick<Sandbox, 'store' | 'clock' | 'ids' | 'platform'>,
  endpoints: readonly Endpoint[],
  mark: RequestMark,
  way: Way,
): Emit {
  const { store, clock, ids, platform } = sandbox;

  const queue = (event: string, index: number, endpoint: Endpoint): void => {
    const { hold, drop, shuffle } = way.webhookFaults();
    const state: DeliveryEntity['state'] = way.random() < drop ? 'dropped' : hold ? 'held' : 'waiting';
    store.put('delivery', {
      id: deliveryId(event, index),
      event,
      url: endpoint.url,
      scope: endpoint.scope,
      state,
      dueAt: clock.now() + (shuffle > 0 ? Math.floor(way.random() * shuffle) : 0),
      attempts: [],
    });
    if (state === 'waiting') way.queued(deliveryId(event, index));
  };

  return ({ account, type, object, previous }) => {
    const event: EventEntity = {
      id: ids.next('evt'),
      account,
      created: clock.seconds(),
      type,
      object,
      previous: previous ?? null,
      request: mark.current,
    };
    store.put('event', event);
    const scope = account === platform ? 'account' : 'connect';
    const hearers = endpoints.filter((endpoint) => endpoint.scope === scope);
    const doubled = hearers.filter(() => way.random() < way.webhookFaults().duplicate);
    for (const [index, endpoint] of [...hearers, ...doubled].entries()) queue(event.id, index, endpoint);
  };
}
