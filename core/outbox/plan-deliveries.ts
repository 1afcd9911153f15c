import { isCollecting, isListening, type Channel, type Channels } from './channel';
import { chosenTypes, type EventType } from './event-types';
import type { OutboxEvent } from './outbox-event';
import { isUrgentFact } from './telling/urgent-fact';

/** The channels that an event goes to: at once and by itself, or with others in one message. */
export interface DeliveryPlan {
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
