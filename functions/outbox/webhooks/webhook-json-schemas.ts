import { toJsonSchema } from '@valibot/to-json-schema';
import { eventTypes } from '../../../core/outbox/channel';
import { webhookSchemas } from '../../../core/outbox/webhook-body';

export type WebhookJsonSchema = ReturnType<typeof toJsonSchema>;

/**
 * The JSON Schema of a webhook, for `GET /docs/webhooks/v1/{type}.json` and the tables of docs/webhooks.md; undefined = there is no such type. It is
 * made when it is asked for, so that a new instance starts without it.
 */
export function webhookJsonSchema(name: string): WebhookJsonSchema | undefined {
  const type = eventTypes.find((each) => each === name);
  if (type === undefined) return undefined;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toJsonSchema(webhookSchemas[type]),
    title: `Busker webhook: ${type}`,
  };
}
