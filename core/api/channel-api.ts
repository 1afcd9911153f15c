import * as v from 'valibot';
import { cleanLine, codePointLength } from '../base/clean-text';
import { fault } from '../base/field-faults';
import { isTimeZone } from '../base/zoned-day';
import { currencyCodes } from '../money/currency-codes';
import { channelEnds, channelKinds, channelModes, channelStates, sendProblems } from '../outbox/channel';
import { chosenTypes } from '../outbox/event-types';

/** Bodies and answers of `/v1/me/channels`, `/v1/me/deliveries` and `/v1/me/quiet`. Amounts in minor units, times in epoch milliseconds. */

export const labelLimit = 60;

const label = v.pipe(
  v.string(fault('text-missing')),
  v.maxLength(labelLimit * 8, fault('too-long', labelLimit)),
  v.transform(cleanLine),
  v.minLength(1, fault('text-missing')),
  v.check((text) => codePointLength(text) <= labelLimit, fault('too-long', labelLimit)),
);
const address = v.pipe(
  v.string(fault('url-missing')),
  v.trim(),
  v.maxLength(2048, fault('url-too-long', 2048)),
);
const credential = v.pipe(
  v.string(fault('text-missing')),
  v.trim(),
  v.minLength(1, fault('text-missing')),
  v.maxLength(512, fault('too-long', 512)),
);
/** It is sent in a header: only visible ASCII fits there (RFC 9110, 5.5; RFC 6750, 2.1). */
const headerToken = v.pipe(credential, v.regex(/^[\x21-\x7e]+$/, fault('token-characters')));
/** Where a browser's push service takes messages. */
export const pushEndpoint = address;
/** A browser's push subscription, as `PushSubscription.toJSON()` gives it. */
export const pushSubscription = v.strictObject({
  endpoint: pushEndpoint,
  keys: v.strictObject({ p256dh: headerToken, auth: headerToken }),
});
const events = v.pipe(v.array(v.picklist(chosenTypes)), v.maxLength(chosenTypes.length));

const common = { label: v.optional(label), events: v.optional(events) };

/**
 * Body of `POST /v1/me/channels`. A channel begins unverified: it gets one message that verifies it, and nothing else. `mail`: `address` null = the
 * address of the sign-in account. `push`: the browser's own subscription. `telegram`: the token of the owner's bot. `ntfy`: the topic is made by us.
 */
export const newChannelBody = v.variant('kind', [
  v.strictObject({
    kind: v.literal('mail'),
    ...common,
    address: v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(254, fault('too-long', 254)))),
  }),
  v.strictObject({
    kind: v.literal('push'),
    ...common,
    subscription: pushSubscription,
  }),
  v.strictObject({ kind: v.literal('webhook'), ...common, url: address }),
  v.strictObject({ kind: v.literal('discord'), ...common, url: address }),
  v.strictObject({ kind: v.literal('slack'), ...common, url: address }),
  v.strictObject({ kind: v.literal('telegram'), ...common, botToken: headerToken }),
  v.strictObject({
    kind: v.literal('matrix'),
    ...common,
    server: address,
    room: credential,
    token: headerToken,
  }),
  v.strictObject({
    kind: v.literal('ntfy'),
    ...common,
    server: v.optional(address, 'https://ntfy.sh'),
    token: v.optional(v.nullable(headerToken), null),
  }),
]);
export type NewChannelBody = v.InferOutput<typeof newChannelBody>;
/** The same before parsing: what the dashboard sends. */
export type NewChannel = v.InferInput<typeof newChannelBody>;

/** How a new channel is verified: `code`: type the six digits that arrived. `send-code`: send `code` to the bot. `ping`: it must answer. `seen`: say that the test arrived. `none`: it is already verified. */
export const verifications = ['code', 'send-code', 'ping', 'seen', 'none'] as const;
export type Verification = (typeof verifications)[number];

/** Answer of `POST /v1/me/channels` (201). Everything that is secret is shown this once. */
export const newChannelAnswer = v.strictObject({
  channelId: v.string(),
  verification: v.picklist(verifications),
  /** The webhook's signing secret. */
  secret: v.nullable(v.string()),
  /** The code to send to the Telegram bot. */
  code: v.nullable(v.string()),
  /** The address of the ntfy topic, which is also its password. */
  topicUrl: v.nullable(v.string()),
});
export type NewChannelAnswer = v.InferOutput<typeof newChannelAnswer>;

/** Body of `PATCH /v1/me/channels/{id}`. What is left out stays. */
export const changeChannelBody = v.strictObject({
  label: v.optional(label),
  events: v.optional(events),
  minimum: v.optional(
    v.record(
      v.picklist(currencyCodes),
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99_999_999)),
    ),
  ),
  mode: v.optional(v.picklist(channelModes)),
  words: v.optional(v.boolean()),
  on: v.optional(v.boolean()),
});
export type ChangeChannelBody = v.InferOutput<typeof changeChannelBody>;

const time = v.nullable(v.number());

/** A channel as its owner sees it. */
export const shownChannel = v.strictObject({
  channelId: v.string(),
  kind: v.picklist(channelKinds),
  label: v.string(),
  state: v.picklist(channelStates),
  end: v.nullable(v.picklist(channelEnds)),
  problem: v.nullable(v.picklist(sendProblems)),
  events: v.array(v.picklist(chosenTypes)),
  minimum: v.record(v.string(), v.number()),
  mode: v.picklist(channelModes),
  audience: v.picklist(['private', 'public']),
  words: v.boolean(),
  hint: v.string(),
  createdAt: v.number(),
  lastOkAt: time,
  failures: v.number(),
  failingSince: time,
});
export type ShownChannel = v.InferOutput<typeof shownChannel>;

/** Answer of `PATCH /v1/me/channels/{id}`. */
export const channelAnswer = v.strictObject({ channel: shownChannel });

/** Answer of `GET /v1/me/channels`: what the host offers, and the key with which a browser subscribes to push (null = not offered). */
export const channelsAnswer = v.strictObject({
  /** A dashboard that stayed open over a release does not know the kinds of the next one. */
  offered: v.pipe(
    v.array(v.string()),
    v.transform((kinds) => channelKinds.filter((kind) => kinds.includes(kind))),
  ),
  vapidKey: v.nullable(v.string()),
  zone: v.string(),
  language: v.string(),
  quiet: v.nullable(v.strictObject({ from: v.number(), to: v.number() })),
  channels: v.array(shownChannel),
});
export type ChannelsAnswer = v.InferOutput<typeof channelsAnswer>;

/** Body of `POST …/{id}/verify`. `code`: six digits, for channels that are verified by a code. */
export const verifyChannelBody = v.strictObject({
  code: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.replace(/\s/g, '')),
      v.maxLength(20),
    ),
    '',
  ),
});
/** Answer of `POST …/{id}/code`, `…/verify` and `…/test`: the channel, and how the message went. `status`: the receiver's answer; null = none. */
export const messageAnswer = v.strictObject({
  channel: shownChannel,
  arrived: v.boolean(),
  problem: v.nullable(v.string()),
  status: time,
  ms: time,
  text: v.string(),
});
export type MessageAnswer = v.InferOutput<typeof messageAnswer>;

/** Answer of `POST …/{id}/secret`: the new secret, shown this once; the old one signs until `oldUntil`. */
export const secretAnswer = v.strictObject({ secret: v.string(), oldUntil: v.number() });
export type SecretAnswer = v.InferOutput<typeof secretAnswer>;

/** Body of `POST …/{id}/replay`: events of these types in this time are sent again to the webhook. At most 1,000 events and 30 days. */
export const replayBody = v.strictObject({ since: v.number(), until: v.number(), types: events });
export type ReplayBody = v.InferOutput<typeof replayBody>;
export const replayAnswer = v.strictObject({ count: v.number() });

/** Body of `PUT /v1/me/quiet`: minutes after midnight; null = no quiet hours. `zone` is an IANA time zone. */
const minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24 * 60 - 1));
export const quietBody = v.strictObject({
  zone: v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Send an IANA time zone.')),
  language: v.pipe(v.string(), v.maxLength(35)),
  quiet: v.nullable(v.strictObject({ from: minute, to: minute })),
});
export type QuietBody = v.InferOutput<typeof quietBody>;
