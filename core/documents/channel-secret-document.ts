import * as v from 'valibot';
import type { Result } from '../base/result';
import type { ChannelKeys, ChannelSecret } from '../outbox/channel';
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

const keys = { credentials, offToken: text };

/** `channelSecrets/{channelId}` as it is written: no browser reads it, and whoever reads it learns no key. */
export interface SealedChannelSecret {
  readonly v: 2;
  readonly form: 'sealed';
  readonly uid: string;
  /** The channel's keys, encrypted. */
  readonly sealed: string;
  /** Recognises the off token without opening it, so that the links of old mails need no secret of the server. */
  readonly offDigest: string;
  readonly code: ChannelSecret['code'];
}

/** `plain`: an earlier release wrote it, and the job `seal-channels` has not come to it yet. */
export type StoredChannelSecret =
  SealedChannelSecret | ({ readonly v: 2; readonly form: 'plain' } & ChannelSecret);

const common = {
  v: v.literal(2),
  uid: text,
  code: v.nullable(v.object({ digest: text, expiresAt: storedTime, tries: whole })),
};

const channelSecretDocument = {
  version: 2,
  schema: v.variant('form', [
    v.object({ ...common, form: v.literal('sealed'), sealed: text, offDigest: text }),
    v.object({ ...common, form: v.literal('plain'), ...keys }),
  ]),
  upgrades: { 1: (older: StoredData): StoredData => ({ ...older, form: 'plain' }) },
};

export function decodeChannelSecret(stored: unknown): Result<StoredChannelSecret> {
  return decodeStored(channelSecretDocument, stored);
}

/** Only the sealed form can be written. */
export function encodeChannelSecret({ code, ...rest }: SealedChannelSecret): StoredData {
  return { ...rest, code: code && { ...code, expiresAt: dateOf(code.expiresAt) } };
}

/** What was in a sealed text is of the version that sealed it. */
const keysDocument = { version: 1, schema: v.object({ v: v.literal(1), ...keys }) };

export function decodeChannelKeys(stored: unknown): Result<ChannelKeys> {
  return decodeStored(keysDocument, stored);
}

export const encodeChannelKeys = (given: ChannelKeys): StoredData => ({
  v: 1,
  credentials: given.credentials,
  offToken: given.offToken,
});
