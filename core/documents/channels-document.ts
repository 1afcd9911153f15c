import * as v from 'valibot';
import { currencyCodes } from '../money/currency-codes';
import type { Result } from '../base/result';
import {
  channelEnds,
  channelKinds,
  channelModes,
  channelStates,
  sendProblems,
  chosenTypes,
  type Channel,
  type Channels,
} from '../outbox/channel';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

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

const channelsDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    zone: v.string(),
    language: v.string(),
    quiet: v.nullable(v.object({ from: minute, to: minute })),
    channels: readableChannels,
  }),
};

export function decodeChannels(stored: unknown): Result<Channels> {
  return decodeStored(channelsDocument, stored);
}

const encodeChannel = (channel: Channel): StoredData => ({
  ...channel,
  createdAt: dateOf(channel.createdAt),
  lastOkAt: dateOf(channel.lastOkAt),
  failingSince: dateOf(channel.failingSince),
});

export function encodeChannels({ channels, ...rest }: Channels): StoredData {
  const encoded = Object.entries(channels).map(([id, channel]) => [id, encodeChannel(channel)] as const);
  return { ...rest, channels: Object.fromEntries(encoded) };
}
