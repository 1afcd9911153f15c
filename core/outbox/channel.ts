import type { Currency } from '../money/currency-codes';
import type { ChosenType } from './event-types';

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

/** How a collecting channel tells: soon after each tip, or once a day or a week. */
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
  /** Tips below this amount are not told, by currency, in minor units. */
  readonly minimum: Readonly<Partial<Record<Currency, number>>>;
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
  /** When the other channels were told that it fails. Older than `failingSince`: it was an earlier time. */
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

/** Whether events are told to a channel now. */
export const isListening = ({ state }: Pick<Channel, 'state'>): boolean =>
  state === 'on' || state === 'failing';
