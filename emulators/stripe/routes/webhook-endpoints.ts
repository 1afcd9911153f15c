import {
  deliveriesOf,
  formatEvent,
  formatWebhookEndpoint,
  type Sandbox,
  type EventEntity,
  type WebhookEndpointEntity,
} from '../state/sandbox';
import { API_VERSION } from '../reference/method-types';
import * as p from '../wire/parameters';
import { invalidParameter } from '../wire/refusal';
import { keeping, resource, route, type Route } from './resource';

const address: p.Reader<string> = (value, param) => {
  const url = p.text(2048)(value, param);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalidParameter(param, `Invalid URL: ${url}`, 'url_invalid');
  return url;
};

const eventName: p.Reader<string> = (value, param) => {
  const name = p.text(100)(value, param);
  if (!/^(?:\*|[a-z_]+(?:\.[a-z_]+)+)$/.test(name))
    throw invalidParameter(param, `Invalid ${param}: ${name} is not an event`);
  return name;
};

const eventNames: p.Reader<readonly string[]> = (value, param) => {
  const names = p.list(eventName)(value, param);
  if (names.length === 0) throw invalidParameter(param, `You must pass at least one event`);
  return names;
};

const endpoints = resource('webhookEndpoint', {
  address: '/v1/webhook_endpoints',
  called: 'webhook endpoint',
  param: 'webhook_endpoint',
  format: (_, endpoint) => formatWebhookEndpoint(endpoint),
});

/** The given keys over the known ones; null removes a key. */
const merged = (
  known: WebhookEndpointEntity['metadata'],
  given: Readonly<Record<string, string | null>> = {},
): WebhookEndpointEntity['metadata'] =>
  Object.fromEntries(
    Object.entries({ ...known, ...given }).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );

const createParams = p.parameters({
  url: p.required(address),
  enabled_events: p.required(eventNames),
  api_version: p.optional(p.oneOf(API_VERSION)),
  connect: p.optional(p.flag),
  description: p.optional(p.text()),
  metadata: p.optional(p.metadata),
});

const create = route('secret', 'POST /v1/webhook_endpoints', createParams, (sandbox, { account, params }) => {
  const endpoint: WebhookEndpointEntity = {
    id: sandbox.ids.next('we'),
    account,
    created: sandbox.clock.seconds(),
    url: params.url,
    secret: `whsec_${sandbox.ids.secret(32)}`,
    scope: params.connect === true ? 'connect' : 'account',
    enabled: true,
    events: params.enabled_events,
    apiVersion: params.api_version ?? null,
    description: params.description ?? null,
    metadata: merged({}, params.metadata),
  };
  sandbox.store.put('webhookEndpoint', endpoint);
  return { ...formatWebhookEndpoint(endpoint), secret: endpoint.secret };
});

const updateParams = p.parameters({
  url: p.optional(address),
  enabled_events: p.optional(eventNames),
  disabled: p.optional(p.flag),
  description: p.optional(p.text()),
  metadata: p.optional(p.metadata),
});

const update = route(
  'secret',
  'POST /v1/webhook_endpoints/:id',
  updateParams,
  (sandbox, { account, id, params }) => {
    const endpoint = endpoints.find(sandbox, account, id);
    const changed: WebhookEndpointEntity = {
      ...endpoint,
      url: params.url ?? endpoint.url,
      events: params.enabled_events ?? endpoint.events,
      enabled: params.disabled === undefined ? endpoint.enabled : !params.disabled,
      description: params.description ?? endpoint.description,
      metadata: merged(endpoint.metadata, params.metadata),
    };
    sandbox.store.put('webhookEndpoint', changed);
    return formatWebhookEndpoint(changed);
  },
);

const remove = route(
  'secret',
  'DELETE /v1/webhook_endpoints/:id',
  p.parameters({}),
  (sandbox, { account, id }) => {
    endpoints.find(sandbox, account, id);
    sandbox.store.remove('webhookEndpoint', id);
    return { id, object: 'webhook_endpoint', deleted: true };
  },
);

export const webhookEndpointRoutes: readonly Route[] = [
  create,
  endpoints.retrieve,
  endpoints.list({}, { pages: p.pagesWithoutCreated }),
  update,
  remove,
];

const THIRTY_DAYS = 30 * 24 * 3600;

const isKept = ({ clock }: Sandbox, event: EventEntity) => event.created > clock.seconds() - THIRTY_DAYS;

/** `charge.*` matches every type that starts with `charge.`. */
const fits = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

/** True when every matching endpoint has received it. */
const wasDelivered = ({ store }: Sandbox, event: EventEntity): boolean =>
  deliveriesOf(store, event.id).every(({ state }) => state === 'delivered');

const events = resource('event', {
  address: '/v1/events',
  called: 'event',
  param: 'id',
  format: formatEvent,
  isThere: isKept,
});

export const eventRoutes: readonly Route[] = [
  events.retrieve,
  events.list(
    {
      type: keeping(p.text(), (event, type) => fits(type, event.type)),
      types: keeping(p.list(p.text()), (event, types) => types.some((type) => fits(type, event.type))),
      delivery_success: keeping(
        p.flag,
        (event, delivered, sandbox) => wasDelivered(sandbox, event) === delivered,
      ),
    },
    {
      check(_sandbox, _account, { type, types }) {
        if (type !== undefined && types !== undefined)
          throw invalidParameter(
            'types',
            'You may pass only one of these parameters: type, types.',
            'parameters_exclusive',
          );
      },
    },
  ),
];
