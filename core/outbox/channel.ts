import type { Minimum } from '../money/money';

/** The types that an owner switches on and off. The names are those of the webhooks: letters, `_` and dots (Standard Webhooks 1.0.0). */
export const chosenTypes = [
  'tip.paid',
  'tip.needs_review',
  'tip.held',
  'tip.refunded',
  'tip.refund_failed',
  'tip.disputed',
  'tip.dispute_closed',
  'tip.warning',
  'tip.updated',
  'tip.replied',
  'monthly.started',
  'monthly.failing',
  'monthly.ended',
  'payout.paid',
  'payout.failed',
  'payments.state_changed',
  'link.dead',
  'link.back',
  'profile.published',
] as const;
export type ChosenType = (typeof chosenTypes)[number];

/** The types that are switched on or off; those that are missing stay. */
export type EventSwitches = Readonly<Partial<Record<ChosenType, boolean>>>;

export const withSwitches = (
  events: readonly ChosenType[],
  switches: EventSwitches = {},
): readonly ChosenType[] => chosenTypes.filter((type) => switches[type] ?? events.includes(type));

/** All events. Those that an owner cannot choose are sent to every channel that works, or only as a test. */
export const eventTypes = [
  ...chosenTypes,
  'channel.added',
  'channel.failing',
  'channel.disabled',
  'test.ping',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The default events of a channel that others can see: nothing about the owner's account. */
export const publicTypes: readonly ChosenType[] = ['tip.paid'];

/** The default events of a channel. */
export const defaultTypes: readonly ChosenType[] = [
  'tip.paid',
  'tip.needs_review',
  'tip.held',
  'tip.refunded',
  'tip.refund_failed',
  'tip.disputed',
  'tip.dispute_closed',
  'tip.warning',
  'monthly.started',
  'monthly.failing',
  'monthly.ended',
  'payout.failed',
  'payments.state_changed',
  'link.dead',
];

export const typesFor = (audience: 'private' | 'public'): readonly ChosenType[] =>
  audience === 'public' ? publicTypes : defaultTypes;

/** About the channels themselves: no owner can switch it off, and no message about it takes the place of one about a tip. */
export const isNotice = (type: EventType): boolean => !chosenTypes.some((chosen) => chosen === type);

export const channelKinds = [
  'mail',
  'push',
  'webhook',
  'discord',
  'slack',
  'telegram',
  'matrix',
  'ntfy',
] as const;
export type ChannelKind = (typeof channelKinds)[number];

/**
 * `unverified`: nothing is sent but the one message that verifies it. `off`: the owner, a receiver that is gone, or a one-click unsubscribe ended it.
 * `refused`: the receiver does not take messages for this address. `failing`: the last message did not arrive; it is tried again.
 */
export const channelStates = ['unverified', 'on', 'off', 'refused', 'failing'] as const;
export type ChannelState = (typeof channelStates)[number];

/** Why a channel ended or was switched off. */
export const channelEnds = [
  /** The owner switched it off. */
  'owner',
  /** Somebody used the unsubscribe link of a mail. */
  'unsubscribed',
  /** The receiver says that the address does not exist (any more). */
  'gone',
  /** The receiver refuses the credentials. */
  'not-allowed',
  /** The mail server refuses this address. */
  'address-refused',
  /** Nothing arrived for five days. */
  'never-answers',
  /** The sign-in account is disabled or deleted. */
  'account-disabled',
  /** The sign-in address is not confirmed. */
  'address-unverified',
] as const;
export type ChannelEnd = (typeof channelEnds)[number];

/** Why a message did not arrive, and will be tried again. */
export const sendProblems = [
  'unreachable',
  'timed-out',
  'name-not-found',
  'address-not-public',
  'not-allowed',
  'redirected',
  'refused',
  'too-many-requests',
  'server-error',
  'not-configured',
] as const;
export type SendProblem = (typeof sendProblems)[number];

/** `private`: only the owner sees it, so it may hold what the owner may see. `public`: others see it, so it holds what the public wall would show. */
export type Audience = 'private' | 'public';

/** When a collecting channel sends: soon after each tip, or once a day or a week. */
export const channelModes = ['each', 'daily', 'weekly'] as const;
export type ChannelMode = (typeof channelModes)[number];

/** One channel as its owner sees it. Credentials are not here: the owner's browser can read this. */
export interface Channel {
  readonly kind: ChannelKind;
  readonly label: string;
  readonly state: ChannelState;
  /** Why it is off or refused; null otherwise. */
  readonly end: ChannelEnd | null;
  /** Why the last message did not arrive; null when it did. */
  readonly problem: SendProblem | null;
  readonly events: readonly ChosenType[];
  /** Tips below this amount are not sent, by currency, in minor units. */
  readonly minimum: Minimum;
  readonly mode: ChannelMode;
  readonly audience: Audience;
  /** Whether messages hold fans' names and words (as far as the audience may see them). */
  readonly words: boolean;
  /** By what the owner recognises it: `k…@example.com`, `hooks.example.com`, `Chrome on Android`. */
  readonly hint: string;
  readonly createdAt: number;
  readonly lastOkAt: number | null;
  /** Messages in a row that did not arrive. */
  readonly failures: number;
  readonly failingSince: number | null;
  /** When the other channels got the event that it fails. Older than `failingSince`: it was an earlier time. */
  readonly failureToldAt?: number;
  /** When a webhook's receiver was last found to answer slowly; absent = it is quick. Its deliveries wait in a queue of their own. */
  readonly slowAt?: number;
}

/** Minutes after midnight, by the clock of `zone`. `from` later than `to` goes over midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** `accounts/{uid}/server/channels`: all channels of an owner. Functions write it, the owner reads it. */
export interface Channels {
  readonly v: 1;
  /** An IANA time zone, for digests, quiet hours and dates in messages. */
  readonly zone: string;
  /** The language that the dashboard last had, as a BCP 47 tag. */
  readonly language: string;
  readonly quiet: QuietHours | null;
  readonly channels: Readonly<Record<string, Channel>>;
}

export const noChannels: Channels = { v: 1, zone: 'UTC', language: 'en', quiet: null, channels: {} };

/** At most so many of a kind. */
export const mostChannels: Readonly<Record<ChannelKind, number>> = {
  mail: 2,
  push: 10,
  webhook: 5,
  discord: 2,
  slack: 2,
  telegram: 2,
  matrix: 2,
  ntfy: 2,
};

/** At most so many besides push devices. */
export const mostChannelsInAll = 10;

/** A webhook gets a message for each event; every other kind collects what is due into one. */
export const isCollecting = (kind: ChannelKind): boolean => kind !== 'webhook';

/** Whether events are sent to a channel now. */
export const isListening = ({ state }: Pick<Channel, 'state'>): boolean =>
  state === 'on' || state === 'failing';

/** A channel is switched off when nothing arrived for this long, and so many messages failed in a row. */
export const neverAnswers = { days: 5, failures: 20 } as const;

const neverAnswersMs = neverAnswers.days * 24 * 60 * 60_000;

const withoutFailures = { problem: null, failures: 0, failingSince: null } as const;

/** The owner confirmed the channel: it gets messages from now on. */
export function verified(channel: Channel): Channel {
  return { ...channel, ...withoutFailures, state: 'on', end: null };
}

/** The owner switched it on. An unverified channel stays as it is: only `verified` makes it work. */
export function switchedOn(channel: Channel): Channel {
  return channel.state === 'unverified' ? channel : verified(channel);
}

/** The owner switched it off. An unverified channel stays unverified, so that it cannot be switched on without being confirmed. */
export function switchedOff(channel: Channel): Channel {
  return endedBy(channel, 'off', 'owner');
}

/** A message arrived. A channel that was switched off meanwhile stays off. */
export function sentOk(channel: Channel, now: number): Channel {
  const state = channel.state === 'failing' ? 'on' : channel.state;
  return { ...channel, ...withoutFailures, state, lastOkAt: now };
}

/** A message did not arrive, and will be tried again. A channel that has not answered for days ends here, as `off` by `never-answers`. */
export function failedToSend(channel: Channel, problem: SendProblem, now: number): Channel {
  const failingSince = channel.failingSince ?? now;
  const failures = channel.failures + 1;
  const state = channel.state === 'on' ? 'failing' : channel.state;
  const failed: Channel = { ...channel, problem, failures, failingSince, state };
  const isOver = failures >= neverAnswers.failures && now - failingSince >= neverAnswersMs;
  return state === 'failing' && isOver ? endedBy(failed, 'off', 'never-answers') : failed;
}

/** Something ended the channel: its receiver, an unsubscribe link, the owner. What ended it first stays; an unverified channel stays unverified. */
export function endedBy(channel: Channel, state: 'off' | 'refused', end: ChannelEnd): Channel {
  const isWorking = channel.state === 'on' || channel.state === 'failing';
  return isWorking ? { ...channel, state, end } : channel;
}

/** The secret part of a channel, by kind. Only functions read it. */
export type ChannelCredentials =
  /** null = the address of the sign-in account, asked for at each sending. */
  | { readonly kind: 'mail'; readonly address: string | null }
  | {
      readonly kind: 'push';
      readonly endpoint: string;
      readonly p256dh: string;
      readonly auth: string;
      /** The public VAPID key that the subscription was made with. */
      readonly vapidKey: string;
    }
  | {
      readonly kind: 'webhook';
      readonly url: string;
      /** Every secret that signs now, newest first. `until`: when it stops signing (epoch milliseconds); null = it is the current one. */
      readonly secrets: readonly { readonly secret: string; readonly until: number | null }[];
    }
  | { readonly kind: 'discord'; readonly url: string }
  | { readonly kind: 'slack'; readonly url: string }
  /** `chatId` null = the owner has not written to the bot yet. */
  | { readonly kind: 'telegram'; readonly botToken: string; readonly chatId: string | null }
  | { readonly kind: 'matrix'; readonly server: string; readonly room: string; readonly token: string }
  | { readonly kind: 'ntfy'; readonly server: string; readonly topic: string; readonly token: string | null };

/** The part of a channel that is sealed before it is stored. */
export interface ChannelKeys {
  readonly credentials: ChannelCredentials;
  /** The secret part of the address that ends a mail channel with one click: `/off/{channelId}.{offToken}`. */
  readonly offToken: string;
}

/** The opened secret of a channel, which only functions read. */
export interface ChannelSecret extends ChannelKeys {
  readonly uid: string;
  /** The code that verifies the channel: a keyed digest, when it ends, and how many wrong tries it had. Null = no code is open. */
  readonly code: { readonly digest: string; readonly expiresAt: number; readonly tries: number } | null;
}
