import type Stripe from 'stripe';
import type { WebhookEndpointEntity } from '../state/event-entities';

/** The signing secret is only in the answer that made the endpoint, so it is not here. */
export function formatWebhookEndpoint(endpoint: WebhookEndpointEntity): Stripe.WebhookEndpoint {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: endpoint.apiVersion,
    application: null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: [...endpoint.events],
    livemode: false,
    metadata: { ...endpoint.metadata },
    status: endpoint.enabled ? 'enabled' : 'disabled',
    url: endpoint.url,
  } satisfies Stripe.WebhookEndpoint;
}
