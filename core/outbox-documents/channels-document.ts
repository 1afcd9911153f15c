import * as v from 'valibot';
import { currencyCodes } from '../money/money';
import {
  channelEnds,
  channelKinds,
  channelModes,
  channelStates,
  chosenTypes,
  eventTypes,
  sendProblems,
  type Channel,
  type ChannelKeys,
  type ChannelSecret,
  type Channels,
} from '../outbox/channel';
import type { Delivery, Pace, Batch } from '../outbox/outbox-event';
import {
  documentType,
  encodeStored,
  storedTime,
  type DocumentType,
  type StoredData,
} from '../documents/documents';

const minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24 * 60 - 1));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const channelSchema = v.object({
  kind: v.picklist(channelKinds),
  label: v.string(),
  state: v.picklist(channelStates),
  end: v.nullable(v.picklist(channelEnds)),
  problem: v.nullable(v.picklist(sendProblems)),
  events: v.array(v.picklist(chosenTypes)),
  minimum: v.record(v.picklist(currencyCodes), whole),
  mode: v.picklist(channelModes),
  audience: v.picklist(['private', 'public']),
  words: v.boolean(),
  hint: v.string(),
  createdAt: storedTime,
  lastOkAt: v.nullable(storedTime),
  failures: whole,
  failingSince: v.nullable(storedTime),
  failureToldAt: v.exactOptional(v.number()),
  slowAt: v.exactOptional(v.number()),
});

/** A channel that a newer release wrote and this one cannot read is left out: it must not stop the others. */
const readableChannels = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((given): Readonly<Record<string, Channel>> => {
    const read = Object.entries(given).map(
      ([id, channel]) => [id, v.safeParse(channelSchema, channel)] as const,
    );
    return Object.fromEntries(read.flatMap(([id, parsed]) => (parsed.success ? [[id, parsed.output]] : [])));
  }),
);

const storedChannels = documentType({
  kind: 'channels',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    zone: v.string(),
    language: v.string(),
    quiet: v.nullable(v.object({ from: minute, to: minute })),
    channels: readableChannels,
  }),
});

export const channelsDocument: DocumentType<Channels> = {
  ...storedChannels,
  encode({ channels, ...rest }) {
    const encoded = Object.entries(channels).map(
      ([id, channel]) => [id, encodeStored({ schema: channelSchema }, channel)] as const,
    );
    return { ...rest, channels: Object.fromEntries(encoded) };
  },
};

const text = v.string();
const optional = v.nullable(text);

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

const storedSecret = documentType({
  kind: 'channel-secret',
  version: 2,
  schema: v.variant('form', [
    v.object({ ...common, form: v.literal('sealed'), sealed: text, offDigest: text }),
    v.object({ ...common, form: v.literal('plain'), ...keys }),
  ]),
  upgrades: { 1: (older: StoredData): StoredData => ({ ...older, form: 'plain' }) },
});

export const channelSecretDocument: Pick<DocumentType<StoredChannelSecret>, 'decode'> & {
  /** Only the sealed form can be written. */
  readonly encode: (secret: SealedChannelSecret) => StoredData;
} = storedSecret;

/** The content of a sealed text has the version that sealed it. */
const storedKeys = documentType({
  kind: 'channel-keys',
  version: 1,
  schema: v.object({ v: v.literal(1), ...keys }),
});

export const channelKeysDocument: DocumentType<ChannelKeys> = {
  decode: storedKeys.decode,
  encode: ({ credentials: given, offToken }) => ({ v: 1, credentials: given, offToken }),
};

const time = v.nullable(storedTime);

export const deliveryDocument: DocumentType<Delivery> = documentType({
  kind: 'delivery',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: v.string(),
    channelId: v.string(),
    eventId: v.string(),
    type: v.picklist(eventTypes),
    state: v.picklist(['waiting', 'sending', 'done', 'dead']),
    attempt: whole,
    nextAt: time,
    claimedAt: time,
    tries: v.array(
      v.object({
        at: storedTime,
        ms: whole,
        status: v.nullable(whole),
        problem: v.nullable(v.picklist([...sendProblems, 'gone'])),
        text: v.string(),
      }),
    ),
    createdAt: storedTime,
    expiresAt: storedTime,
  }),
});

const batch = v.pipe(
  v.object({
    nextAt: time,
    lastAt: time,
    claimedAt: time,
    attempt: whole,
    sentToday: whole,
    day: v.string(),
    firstTip: v.optional(v.picklist(['none', 'due', 'told'])),
  }),
  // Earlier releases did not note it. A channel that sent something counts as one that sent a tip.
  v.transform(({ firstTip, ...known }): Batch => ({
    ...known,
    firstTip: firstTip ?? (known.lastAt === null ? 'none' : 'told'),
  })),
);

export const paceDocument: DocumentType<Pace> = documentType({
  kind: 'pace',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    nextAt: time,
    turns: v.record(v.string(), batch),
    rests: v.record(v.string(), v.object({ until: storedTime, step: whole })),
  }),
});
