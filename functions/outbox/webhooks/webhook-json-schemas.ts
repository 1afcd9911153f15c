import { toJsonSchema } from '@valibot/to-json-schema';

import { eventTypes, type EventType } from '../../../core/outbox/event-types';
import { webhookSchemas } from '../../../core/outbox/webhook-schemas';

/** The JSON Schemas of webhooks, by type, for `GET /docs/webhooks/v1/{type}.json`. */
export const webhookJsonSchemas: ReadonlyMap<string, object> = new Map(
  eventTypes.map((type: EventType) => [
    type,
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...toJsonSchema(webhookSchemas[type]),
      title: `Busker webhook: ${type}`,
    },
  ]),
);
