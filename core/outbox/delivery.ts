import {
  chosenTypes,
  isCollecting,
  isListening,
  type Channel,
  type Channels,
  type EventType,
  type SendProblem,
} from './channel';
import type { OutboxEvent } from './outbox-event';
import { isUrgentFact } from './telling/urgent-fact';

/** One try of a delivery. `text`: at most 200 characters of the receiver's answer. Times in epoch milliseconds. */
export interface DeliveryTry {
  readonly at: number;
  readonly ms: number;
  readonly status: number | null;
  readonly problem: SendProblem | 'gone' | null;
  readonly text: string;
}

/** The most tries of one delivery. */
export const mostTries = 12;

/**
 * `accounts/{uid}/deliveries/{id}`: one event for one webhook. Functions write it, the owner reads it. It never holds what was sent: a later try is
 * made anew, so that words that were erased meanwhile are not in it.
 */
export interface Delivery {
  readonly v: 1;
  readonly id: string;
  readonly channelId: string;
  readonly eventId: string;
  readonly type: EventType;
  /** `dead`: it is out of tries, or its channel is off. It can be sent again for 30 days. */
  readonly state: 'waiting' | 'sending' | 'done' | 'dead';
  /** How many tries were begun since it was made or was last sent again by hand. */
  readonly attempt: number;
  /** When the next try is due; of `sending`: when its lease ends. Null = it is over. */
  readonly nextAt: number | null;
  readonly claimedAt: number | null;
  readonly tries: readonly DeliveryTry[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Milliseconds that a delivery is kept. */
export const deliveryLifetime = 30 * 24 * 60 * 60_000;

/** One collecting channel's turn. Times in epoch milliseconds. */
export interface Turn {
  /** When its next message is due; null = nothing is due. */
  readonly nextAt: number | null;
  /** When the last message arrived. */
  readonly lastAt: number | null;
  readonly claimedAt: number | null;
  /** Tries of the message that is due. */
  readonly attempt: number;
  /** Messages of `day`. */
  readonly sentToday: number;
  /** A day in the owner's zone, as `2026-11-22`. */
  readonly day: string;
  /** Whether the channel has told a paid tip. `due`: the first one waits for its message, which needs no gap. */
  readonly firstTip: 'none' | 'due' | 'told';
}

/** `pace/{uid}`: when the collecting channels and the webhooks of an owner are due. No browser reads it. */
export interface Pace {
  readonly v: 1;
  /** The earliest of the turns; null = nothing is due. */
  readonly nextAt: number | null;
  readonly turns: Readonly<Record<string, Turn>>;
  /** Webhooks that asked for rest, until then. */
  readonly rests: Readonly<Record<string, { readonly until: number; readonly step: number }>>;
}

export const noPace: Pace = { v: 1, nextAt: null, turns: {}, rests: {} };

/** The channels that an event goes to: at once and by itself, or with others in one message. */
interface DeliveryPlan {
  readonly each: readonly string[];
  readonly collecting: readonly string[];
}

const isChosen = (channel: Channel, type: EventType): boolean =>
  chosenTypes.some((chosen) => chosen === type)
    ? channel.events.some((chosen) => chosen === type)
    : // What happens to channels is told to every other one, so that nobody adds or loses one unnoticed. A webhook is for programs.
      type !== 'test.ping' && isCollecting(channel.kind) && channel.audience === 'private';

/** The channel that an event is about is not told of it. */
function isAbout({ fact }: OutboxEvent, channelId: string): boolean {
  return 'channelId' in fact && fact.channelId === channelId;
}

/** A tip below the channel's minimum for its currency is not told when it is paid; what happens to it later is. */
function isAboveMinimum({ fact, tip }: OutboxEvent, { minimum }: Channel): boolean {
  if (fact.type !== 'tip.paid' || tip === null) return true;
  return tip.tipAmount >= (minimum[tip.currency] ?? 0);
}

/** Pure: which channels an event goes to. Channels that are off or unverified get nothing, and hear nothing of it later. */
export function planDeliveries(event: OutboxEvent, { channels }: Pick<Channels, 'channels'>): DeliveryPlan {
  const told = Object.entries(channels).filter(
    ([id, channel]) =>
      isListening(channel) &&
      !isAbout(event, id) &&
      isChosen(channel, event.type) &&
      isAboveMinimum(event, channel),
  );
  return {
    each: told.filter(([, { kind }]) => !isCollecting(kind)).map(([id]) => id),
    collecting: told.filter(([, { kind }]) => isCollecting(kind)).map(([id]) => id),
  };
}

/** Events that do not wait for quiet hours or the evening: money may be lost meanwhile, or somebody else has added a channel. */
export const isUrgent = ({ fact }: Pick<OutboxEvent, 'fact'>): boolean =>
  fact.type === 'channel.added' || isUrgentFact(fact);
