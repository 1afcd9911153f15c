import { createHash } from 'node:crypto';

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

/** One event for one webhook is one delivery, so that planning it twice writes the same document. */
export const deliveryIdOf = (channelId: string, eventId: string): string =>
  digest(channelId, eventId).slice(0, 24);

/** The id of a webhook's message: the same for every try and every endpoint (`webhook-id` of Standard Webhooks). */
export const webhookMessageId = (eventId: string): string => `msg_${digest('webhook', eventId).slice(0, 32)}`;

/**
 * The id of a message that covers several events: the same for each try that covers the same ones. With further events it is another message, because a
 * receiver may drop a known id.
 */
export const collectedMessageId = (channelId: string, eventIds: readonly string[]): string =>
  digest('message', channelId, ...eventIds).slice(0, 32);
