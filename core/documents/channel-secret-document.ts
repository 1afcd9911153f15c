import * as v from 'valibot';
import type { Result } from '../base/result';
import type { ChannelSecret } from '../outbox/channel-credentials';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

const text = v.string();
const optional = v.nullable(text);
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const credentials = v.variant('kind', [
  v.object({ kind: v.literal('mail'), address: optional }),
  v.object({ kind: v.literal('push'), endpoint: text, p256dh: text, auth: text, vapidKey: text }),
  v.object({
    kind: v.literal('webhook'),
    url: text,
    secrets: v.array(v.object({ secret: text, until: v.nullable(v.number()) })),
  }),
  v.object({ kind: v.literal('discord'), url: text }),
  v.object({ kind: v.literal('slack'), url: text }),
  v.object({ kind: v.literal('telegram'), botToken: text, chatId: optional }),
  v.object({ kind: v.literal('matrix'), server: text, room: text, token: text }),
  v.object({ kind: v.literal('ntfy'), server: text, topic: text, token: optional }),
]);

const channelSecretDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: text,
    credentials,
    offToken: text,
    code: v.nullable(v.object({ digest: text, expiresAt: storedTime, tries: whole })),
  }),
};

export function decodeChannelSecret(stored: unknown): Result<ChannelSecret> {
  return decodeStored(channelSecretDocument, stored);
}

export function encodeChannelSecret({ code, ...rest }: ChannelSecret): StoredData {
  return { ...rest, code: code && { ...code, expiresAt: dateOf(code.expiresAt) } };
}
