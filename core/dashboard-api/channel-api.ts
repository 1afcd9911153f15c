import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { shippedLanguages } from '../locale/language-tags';
import { parseWith, type Result } from '../base/result';
import { emailAddress } from '../text/addresses';
import { cleanLine, codePointLength } from '../text/text';
import { readUrl } from '../text/safe-url';
import { isTimeZone } from '../locale/zoned-day';
import { currencyCodes } from '../money/money';
import {
  channelEnds,
  channelKinds,
  channelModes,
  channelStates,
  sendProblems,
  chosenTypes,
} from '../outbox/channel';
import { overlayBelow, overlayLimits, overlayLooks, overlayPlaces, overlayWords } from '../overlay/overlay';
import { accentPattern, lookupHandle } from '../profile/draft';
import { tipTextLimits } from '../tip/tip';

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
/** The address of a browser's push service. */
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

const minimum = v.record(
  v.picklist(currencyCodes),
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99_999_999)),
);

/**
 * Body of `PATCH /v1/me/channels/{id}`. What is left out stays. `eventsOn` and `minimumOf` name the types and currencies that change, so that two devices
 * do not undo each other's changes; `events` and `minimum` are the whole, as dashboards before 2026-12 send it.
 */
export const changeChannelBody = v.strictObject({
  label: v.optional(label),
  events: v.optional(events),
  eventsOn: v.optional(v.record(v.picklist(chosenTypes), v.boolean())),
  minimum: v.optional(minimum),
  minimumOf: v.optional(minimum),
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

/** Body of `PUT /v1/tips/{tipId}/watch`: the browser's own push subscription, and the language of the one message (a BCP 47 tag). */
export const watchBody = v.strictObject({
  subscription: pushSubscription,
  lang: v.pipe(
    v.string(fault('text-missing')),
    v.minLength(1, fault('text-missing')),
    v.maxLength(35, fault('too-long', 35)),
  ),
});
export type WatchBody = v.InferOutput<typeof watchBody>;

/** Body of `POST /v1/tips/{tipId}/watch/mail`: where a mail is sent that asks for the confirmation, and its language. */
export const watchMailBody = v.strictObject({
  email: emailAddress('Enter an email address.'),
  lang: watchBody.entries.lang,
});
export type WatchMailBody = v.InferOutput<typeof watchMailBody>;

/** Body of `DELETE /v1/tips/{tipId}/watch`: the endpoint of the subscription that ends. */
export const endWatchBody = v.strictObject({ endpoint: pushEndpoint });
export type EndWatchBody = v.InferOutput<typeof endWatchBody>;

/** Bodies and answers of `/v1/me/overlay`. Amounts in minor units, times in epoch milliseconds. */

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Body of `PATCH /v1/me/overlay`. What is left out stays. `minimumOf` names the currencies that change; `minimum` is the whole, as dashboards before 2026-12 send it. */
export const changeOverlayBody = v.strictObject({
  look: v.optional(v.picklist(overlayLooks)),
  place: v.optional(v.picklist(overlayPlaces)),
  accent: v.optional(v.pipe(v.string(), v.regex(accentPattern, fault('colour-shape')))),
  language: v.optional(v.picklist(shippedLanguages)),
  minimum: v.optional(minimum),
  minimumOf: v.optional(minimum),
  below: v.optional(v.picklist(overlayBelow)),
  words: v.optional(v.picklist(overlayWords)),
  hideAmounts: v.optional(v.boolean()),
  seconds: v.optional(within(overlayLimits.seconds)),
  delaySeconds: v.optional(within(overlayLimits.delaySeconds)),
  replayMinutes: v.optional(within(overlayLimits.replayMinutes)),
  volume: v.optional(within(overlayLimits.volume)),
  offlineDot: v.optional(v.boolean()),
});
export type ChangeOverlayBody = v.InferOutput<typeof changeOverlayBody>;

const tipId = v.pipe(
  v.string(),
  v.minLength(1, fault('text-missing')),
  v.maxLength(128, fault('too-long', 128)),
);

/**
 * Body of `POST /v1/me/overlay/live`. `skip` ends the alert that is shown. `again` shows the alert of a tip once more. `show` lets an alert go that waits
 * for the owner (`words: 'approved'`).
 */
export const overlayLiveBody = v.variant('act', [
  v.strictObject({ act: v.literal('pause') }),
  v.strictObject({ act: v.literal('resume') }),
  v.strictObject({ act: v.literal('mute') }),
  v.strictObject({ act: v.literal('unmute') }),
  v.strictObject({ act: v.literal('skip') }),
  v.strictObject({ act: v.literal('again'), tipId }),
  v.strictObject({ act: v.literal('show'), tipId }),
]);
export type OverlayLiveBody = v.InferOutput<typeof overlayLiveBody>;

export const overlayTests = ['small', 'medium', 'large', 'burst'] as const;
export type OverlayTest = (typeof overlayTests)[number];

/** Body of `POST /v1/me/overlay/test`: one alert of this size, or 20 at once. */
export const overlayTestBody = v.strictObject({ test: v.picklist(overlayTests) });

/** The overlay with its address, which is a secret: who has it can see the alerts. The alerts themselves are read where they are stored. */
export const shownOverlay = v.strictObject({
  url: v.string(),
  createdAt: v.number(),
  settings: v.strictObject({
    look: v.picklist(overlayLooks),
    place: v.picklist(overlayPlaces),
    accent: v.string(),
    language: v.picklist(shippedLanguages),
    minimum: v.record(v.picklist(currencyCodes), v.number()),
    below: v.picklist(overlayBelow),
    words: v.picklist(overlayWords),
    hideAmounts: v.boolean(),
    seconds: v.number(),
    delaySeconds: v.number(),
    replayMinutes: v.number(),
    volume: v.number(),
    offlineDot: v.boolean(),
  }),
  live: v.strictObject({ paused: v.boolean(), muted: v.boolean(), skip: v.number() }),
});
export type ShownOverlay = v.InferOutput<typeof shownOverlay>;

/** Answer of every call of `/v1/me/overlay`: null = the owner has none. */
export const overlayAnswer = v.strictObject({ overlay: v.nullable(shownOverlay) });
export type OverlayAnswer = v.InferOutput<typeof overlayAnswer>;

export const maxCardEvents = 20;
export const maxCardEventsBytes = 4096;

const placement = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(tipTextLimits.placement * 8))));

const view = v.strictObject({ kind: v.literal('view'), handle: lookupHandle, placement });
const click = v.strictObject({
  kind: v.literal('click'),
  handle: lookupHandle,
  link: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/)),
  placement,
});

/** `view`: a card showed this profile, once per card and page load. `click`: a fan followed the link with this id. Neither identifies a person. */
export type CardEvent = v.InferOutput<typeof view> | v.InferOutput<typeof click>;

/** A published version of the embed, such as `0.12.3`. Cards that report none are older than this field, or not from a script of ours. */
const cardVersion = v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/));

/** Longer host names are not counted as sites. */
export const maxSite = 60;
const site = v.pipe(v.string(), v.maxLength(maxSite), v.regex(/^[a-z\d.-]+$/));

/** The host name of an origin or a URL as a counted site; null = it has none that can be counted. */
export function siteOf(url: string | null): string | null {
  const host = (url === null ? null : readUrl(url))?.hostname ?? '';
  return v.is(site, host) ? host : null;
}

/**
 * Body of `POST /v1/events`: JSON sent as text/plain, since a beacon with a JSON content type would need a preflight. `card` is the version of the
 * embed that sends it. `from` is the host name of the site that led to the owner's page on this server; cards on other sites do not send it. `crash`: a script of the embed threw an error that nothing caught; the report says no more about it.
 */
export const cardEvents = v.strictObject({
  card: v.optional(cardVersion),
  from: v.optional(v.unknown()),
  events: v.pipe(
    v.array(v.variant('kind', [view, click, v.strictObject({ kind: v.literal('crash') })])),
    v.minLength(1),
    v.maxLength(maxCardEvents),
  ),
});

export type SentEvent = v.InferOutput<typeof cardEvents>['events'][number];

/** The content of one beacon. */
export interface CardReport {
  /** The version of the embed; null = the beacon does not name it. */
  readonly card: string | null;
  /** The host name of the site that led to the page; null = unknown. */
  readonly from: string | null;
  readonly events: readonly CardEvent[];
  /** Did a script of the embed throw? */
  readonly crashed: boolean;
}

export function parseCardReport(input: unknown): Result<CardReport> {
  const parsed = parseWith(cardEvents, input);
  if (!parsed.ok) return parsed;
  const { card = null, events } = parsed.value;
  // An odd host name is no reason to lose the views.
  const from = v.is(site, parsed.value.from) ? parsed.value.from : null;
  const crashed = events.some(({ kind }) => kind === 'crash');
  return {
    ok: true,
    value: { card, from, events: events.filter((event) => event.kind !== 'crash'), crashed },
  };
}
