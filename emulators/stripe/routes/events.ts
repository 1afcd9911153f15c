import { deliveriesOf, formatEvent } from '../format/event';
import type { Sandbox } from '../sandbox';
import type { EventEntity } from '../state/event-entities';
import { listPage, paging } from '../wire/lists';
import { flag, list as listOf, optional, parameters, text } from '../wire/parameters';
import { invalidParameter, missingResource } from '../wire/refusal';
import { route, type Route } from './route';

const THIRTY_DAYS = 30 * 24 * 3600;

const isKept = ({ clock }: Sandbox, event: EventEntity) => event.created > clock.seconds() - THIRTY_DAYS;

const retrieve = route('secret', 'GET /v1/events/:id', parameters({}), (sandbox, { account, id }) => {
  const event = sandbox.store.get('event', id);
  if (!event || event.account !== account || !isKept(sandbox, event))
    throw missingResource('event', id, 'id');
  return formatEvent(sandbox, event);
});

/** `charge.*` matches every type that starts with `charge.`. */
const fits = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

/** True when every matching endpoint has received it. */
const wasDelivered = ({ store }: Sandbox, event: EventEntity): boolean =>
  deliveriesOf(store, event.id).every(({ state }) => state === 'delivered');

const listParams = parameters({
  ...paging,
  type: optional(text()),
  types: optional(listOf(text())),
  delivery_success: optional(flag),
});

const list = route('secret', 'GET /v1/events', listParams, (sandbox, { account, params }) => {
  const { type, types, delivery_success: delivered } = params;
  if (type !== undefined && types !== undefined)
    throw invalidParameter(
      'types',
      'You may pass only one of these parameters: type, types.',
      'parameters_exclusive',
    );
  const patterns = type === undefined ? types : [type];
  const own = sandbox.store
    .all('event')
    .filter(
      (event) =>
        event.account === account &&
        isKept(sandbox, event) &&
        (patterns === undefined || patterns.some((pattern) => fits(pattern, event.type))) &&
        (delivered === undefined || wasDelivered(sandbox, event) === delivered),
    );
  return listPage('event', '/v1/events', own, params, (event) => formatEvent(sandbox, event));
});

export const eventRoutes: readonly Route[] = [retrieve, list];
