import { toJsonSchema } from '@valibot/to-json-schema';
import { eventTypes } from '../../../core/outbox/event-types';
import { webhookSchemas } from '../../../core/outbox/webhook-schemas';

export type WebhookJsonSchema = ReturnType<typeof toJsonSchema>;

/** The JSON Schemas of webhooks, by type, for `GET /docs/webhooks/v1/{type}.json` and the tables of docs/webhooks.md. */
export const webhookJsonSchemas: ReadonlyMap<string, WebhookJsonSchema> = new Map(
  eventTypes.map((type) => [
    type,
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...toJsonSchema(webhookSchemas[type]),
      title: `Busker webhook: ${type}`,
    },
  ]),
);
